import { useScreen } from '../parts/store';

/** Says one sentence to screen readers when a voice has finished; never the words as they arrive. */
export function Announcer() {
  const sentence = useScreen((state) => state.announcement);
  return (
    <div className="vh" role="status" aria-live="polite">
      {sentence}
    </div>
  );
}
