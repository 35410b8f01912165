import { createTestApp } from '../../test/http/create-test-app';
import { describeKeptDocuments } from '../../test/lodgements/describe-kept-documents';

describeKeptDocuments(createTestApp());
