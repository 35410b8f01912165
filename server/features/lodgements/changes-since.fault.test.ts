/** @module-tag long */
import { createTestApp } from '../../test/http/create-test-app';
import { testManyChanges } from '../../test/lodgements/many-changes';

testManyChanges(createTestApp(), 20_000);
