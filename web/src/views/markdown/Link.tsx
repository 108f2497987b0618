import type { Tokens } from 'marked';
import type { ReactNode } from 'react';
import { readAddress, saysPlace } from './address';
import { decode } from './letters';

/** Where a link leads is written beside it, unless its text already says so. What is no link stays the text it was. */
export function Link({ link, children }: { link: Tokens.Link; children: ReactNode }) {
  const address = readAddress(decode(link.href));
  if (address === null) return link.autolink ? decode(link.raw) : renderPlain(link, children);
  const plain = saysPlace(decode(link.text), address.place);
  return (
    <a className="link" href={address.href} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{children}</bdi>
      {!plain && (
        <>
          {' '}
          <bdi dir="ltr" className="md-place">
            ({address.place})
          </bdi>
        </>
      )}
    </a>
  );
}

/** Text and address, with nothing to press. */
function renderPlain(link: Tokens.Link, children: ReactNode): ReactNode {
  return (
    <>
      [{children}]({decode(link.href)})
    </>
  );
}
