import type { NoticeKind } from '@shared/deliveries/deliveries';
import type { Holder } from '@shared/tables/holders';
import type { AppDeps } from '../../../lib/deps';
import type { Mail } from '../../../lib/mail/mailer';
import { renderMail } from '../../../lib/mail/render-mail';
import type { DeliveryRow } from '../deliveries.repository';
import { buildNotice } from './notice.view-model';
import { undoContactChangeUrl } from './undo-contact-change-link';

/**
 * Makes the mail of a notice. It has no logo, no company name and no reply address: anyone who took an account over may have set them.
 * @throws RangeError for a row without what it tells
 */
export function composeNotice(
  deps: Pick<AppDeps, 'config' | 'keys'>,
  { id: holderId, beaNumber }: Holder,
  { kind, recipient, notice, messageId }: DeliveryRow & { kind: NoticeKind },
  now: Date,
): Mail {
  if (!notice) throw new RangeError(`A mail of kind ${kind} has something to tell`);
  const { change } = notice;
  const content = buildNotice({
    kind,
    recipient,
    beaNumber,
    told: notice,
    publicUrl: deps.config.publicUrl,
    undoContactChangeUrl: change && undoContactChangeUrl(deps, { holderId, id: change.id }),
  });
  return renderMail(content, { to: recipient, messageId, date: now });
}
