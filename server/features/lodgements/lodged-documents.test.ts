/** @module-tag partitions */
import { createTestApp } from '../../test/http/create-test-app';
import { describeLodgedDocuments } from '../../test/lodgements/describe-lodged-documents';

describeLodgedDocuments(createTestApp());
