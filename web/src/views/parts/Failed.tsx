import { asSentence } from '../../locales/sentence';
import { Explained } from './Explained';

/** That something failed, and why, in the server's sentence. The short name of the error is for who points at it. */
export function Failed({
  title,
  error,
}: {
  title: string;
  error: { readonly code: string; readonly message: string };
}) {
  return (
    <>
      <Explained title={title} code={error.code} /> <span dir="auto">{asSentence(error.message)}</span>
    </>
  );
}
