import { join } from 'node:path';
import type { Config } from '../../config';
import { spoolFolderIn } from '../data-folder';
import { createDiskStore } from './disk-object-store';
import { createS3Store } from './s3-object-store';

/** Opens the configured store: a bucket, else a folder of DATA_DIR. @param keys sign the upload addresses of the folder */
export const openObjectStore = async ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>, keys: string[]) =>
  s3 ? createS3Store(s3, undefined, spoolFolderIn(dataDir)) : createDiskStore(join(dataDir, 'objects'), keys);
