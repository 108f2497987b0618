import type { ComponentProps, MouseEvent } from 'react';
import { formatRoute, go, type Route } from '../../model/route';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  to: Route;
  /** Called before going there; the answer false stays here. */
  before?: () => boolean | undefined;
}

/** A link inside the client. With a modifier key or another button it is the browser's own. */
export function RouteLink({ to, before, onClick, ...rest }: Props) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (before?.() !== false) go(to);
  };
  return <a {...rest} href={formatRoute(to)} onClick={follow} />;
}
