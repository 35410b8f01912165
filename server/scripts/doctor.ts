import { loadConfig } from '../config';
import { diagnose } from './doctor/diagnose';

process.exit(await diagnose(loadConfig, console.log));
