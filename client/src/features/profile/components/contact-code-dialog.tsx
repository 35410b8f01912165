import type { Verification } from '@shared/holders';
import type { ChangeProfile } from '@shared/profile';
import { CodeStep } from '@/components/code-step';
import { Dialog } from '@/components/ui/dialog';
import { now } from '@/lib/clock';
import { useProveContactEmail, useSaveProfile } from '../api';

/** A profile that is stored once the code at its new contact email is entered. */
export type UnprovedProfile = { profile: ChangeProfile; verification: Verification; sentAt: number };

/** @param verification the server's answer of just now */
export const askedNow = (profile: ChangeProfile, verification: Verification): UnprovedProfile => ({
  profile,
  verification,
  sentAt: now().getTime(),
});

type ContactCodeDialogProps = {
  unproved: UnprovedProfile;
  /** Another code was sent. */
  onAsked: (unproved: UnprovedProfile) => void;
  /** The profile is stored. */
  onProved: () => Promise<void>;
  onClose: () => void;
};

/** Asks for the code that was sent to a new contact email, above the form, which keeps what was typed. */
export function ContactCodeDialog({ unproved, onAsked, onProved, onClose }: ContactCodeDialogProps) {
  const save = useSaveProfile();
  const prove = useProveContactEmail();
  const { profile, verification, sentAt } = unproved;

  async function resend() {
    const answer = await save.mutateAsync(profile);
    if ('verification' in answer) onAsked(askedNow(profile, answer.verification));
    else await onProved();
  }

  return (
    <Dialog
      onClose={onClose}
      title="Check the new contact email"
      description="You will sign in with it, so enter the code that was sent there. Nothing is saved before."
    >
      <div className="mt-4">
        <CodeStep
          sent={{ to: verification.sentTo, at: sentAt, goodForSeconds: verification.expiresInSeconds }}
          submitLabel="Save Changes"
          pendingLabel="Saving..."
          onCode={async (code) => {
            await prove.mutateAsync({ id: verification.id, code, profile });
            await onProved();
          }}
          onResend={resend}
          onBack={onClose}
        />
      </div>
    </Dialog>
  );
}
