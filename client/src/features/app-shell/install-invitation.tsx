import { Share, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Offer } from '@/components/ui/offer';
import { useOnPhone } from '@/lib/hooks/use-on-phone';
import { onDevice } from '@/lib/storage/storage';
import { type InstallPrompt, installPrompt } from './install-prompt';

const DECLINED = 'installInvitation';

/** iPhones and iPads say whether the page runs from the home screen; no other browser does. */
const onHomeScreen = () => (navigator as { standalone?: boolean }).standalone;
const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches || onHomeScreen() === true;
const isPhone = () => window.matchMedia('(pointer: coarse)').matches;

/** Invites to put the app on the home screen of a phone, until someone declines (docs/product/app.md#the-app-on-the-device). */
export function InstallInvitation() {
  const prompt = installPrompt.use();
  const isOnPhone = useOnPhone();
  const [isOver, setOver] = useState(() => !isPhone() || isInstalled() || onDevice.read(DECLINED) !== null);
  if (isOver || (!prompt && onHomeScreen() === undefined)) return null;

  function decline() {
    onDevice.write(DECLINED, 'declined');
    setOver(true);
  }

  async function install(question: InstallPrompt) {
    const { outcome } = await question.prompt();
    if (outcome === 'accepted') setOver(true);
    else decline();
  }

  return (
    <Offer
      icon={Smartphone}
      title="Trip Log on your home screen"
      className="mt-6"
      onDecline={decline}
      action={prompt && <Button onClick={() => void install(prompt)}>Install</Button>}
    >
      {prompt ? (
        <p>It opens at once, also without reception, and what waits to be sent is safer there.</p>
      ) : (
        <>
          <p>
            Safari forgets what a site keeps, trips that wait to be sent included, after seven days without a
            visit. From the home screen nothing is forgotten so soon.
          </p>
          <p>
            Tap <Share className="inline size-4 text-ink" aria-label="the square with an arrow," /> Share,
            then Add to Home Screen.
          </p>
          {isOnPhone && <p>It asks for a code there: “This phone” shows one.</p>}
        </>
      )}
    </Offer>
  );
}
