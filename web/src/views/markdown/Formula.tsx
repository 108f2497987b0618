import { memo, type ReactNode, useEffect, useState } from 'react';

type Build = (tex: string, display: boolean) => ReactNode;

let known: Build | null = null;

/** A formula; its source until the typesetter has come, and for good when it cannot be set. */
export const Formula = memo(function Formula({ tex, display }: { tex: string; display: boolean }) {
  const build = useTypesetter();
  return (
    build?.(tex, display) ?? (
      <code className="md-tex" dir="ltr" data-tex={tex}>
        {display ? `$$${tex}$$` : `$${tex}$`}
      </code>
    )
  );
});

function useTypesetter(): Build | null {
  const [build, setBuild] = useState<Build | null>(() => known);
  useEffect(() => {
    if (known) return undefined;
    let wanted = true;
    void import('./typeset')
      .then(({ typeset }) => {
        known = typeset;
        if (wanted) setBuild(() => typeset);
      })
      .catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, []);
  return build;
}
