import { useEffect, useEffectEvent } from 'react';

export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  isOn = true,
): void {
  const call = useEffectEvent(listener);
  useEffect(() => {
    if (!isOn) return;
    const onEvent = (event: WindowEventMap[Type]) => call(event);
    window.addEventListener(type, onEvent);
    return () => window.removeEventListener(type, onEvent);
  }, [type, isOn]);
}

export const useAskBeforeLeaving = (isOn: boolean): void =>
  useWindowEvent('beforeunload', (event) => event.preventDefault(), isOn);
