import { LoginScreen } from '@/features/auth/login-screen';
import { usePasskeySignIn } from './sign-in/use-passkey-sign-in';

/** What a stranger sees. */
export const SignedOutApp = () => <LoginScreen otherWay={usePasskeySignIn()} />;
