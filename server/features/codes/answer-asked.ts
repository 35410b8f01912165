import type { Verification } from '@shared/holders';
import type { AppDeps } from '../../lib/deps';
import { type Answering, afterAnswer } from '../../lib/http/after-answer';

/** A code that was asked for: what the screen shows, and what sends the mail. */
type Asked = { verification: Verification; send(): Promise<void> };

/** Answers someone who asked for a code; it is sent when they have the answer. */
export function answerAsked(
  deps: Pick<AppDeps, 'log' | 'lifecycle'>,
  req: Answering,
  { verification, send }: Asked,
): { verification: Verification } {
  afterAnswer(deps, req, 'a code', send);
  return { verification };
}

/** The status of an answer that asks for a code, or does what was wanted. */
export const askedOrDone = (answer: unknown): 202 | 200 => ('verification' in Object(answer) ? 202 : 200);
