import { Component, type ReactNode } from 'react';
import { say } from '../../locales/i18n';

/** When a part of the page cannot be drawn or loaded: a sentence and a way back, never a blank page. Drafts are kept. */
export class Broken extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <section className="broken" role="alert">
        <h1>{say('broken.title')}</h1>
        <p>{say('broken.body')}</p>
        <p className="mono muted">{error.message}</p>
        <button type="button" className="btn" onClick={() => location.reload()}>
          {say('broken.reload')}
        </button>
      </section>
    );
  }
}
