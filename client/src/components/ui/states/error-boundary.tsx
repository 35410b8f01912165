import { Component, type ReactNode } from 'react';
import { forgetKeptAnswers } from '@/lib/storage';

type ErrorBoundaryProps = {
  /** What to show instead; `retry` renders the children again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
};

type ErrorBoundaryState = { failure: { error: unknown } | null };

/** Keeps an error thrown while its children render from unmounting what is outside. React has no hook for it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } };
  }

  override componentDidCatch() {
    // an answer that was kept may be what broke it, and would again after a reload
    forgetKeptAnswers();
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.fallback(failure.error, () => this.setState({ failure: null }));
  }
}
