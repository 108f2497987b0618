import { type ReactNode, useMemo } from 'react';
import { Header } from './Header';
import type { Manner } from './Inspector';
import type { Look } from './look';
import { describeSaw } from './saw';
import { type Voice, VoiceTabs } from './VoiceTabs';

interface Props {
  voice: Voice;
  voices: readonly Voice[];
  onVoice: (id: string) => void;
  title: string;
  place: string;
  /** Null while there is no payload. */
  look: Look | null;
  would: boolean;
  manner: Manner;
  /** What stands behind the voices: a way to the other kind of look, a sentence about this one. */
  aside: ReactNode;
  /** Two columns, or one sentence. */
  children: ReactNode;
}

/** The head of the inspector, the voices below it, and what is shown about one of them. */
export function Frame({ voice, voices, onVoice, title, place, look, would, manner, aside, children }: Props) {
  const saw = useMemo(() => look && describeSaw(look.blocks, look.places.positionOf), [look]);
  const tabbed = voices.length > 1 ? { role: 'tabpanel', 'aria-labelledby': `inspect-${voice.id}` } : {};
  return (
    <>
      <Header
        voice={voice}
        title={title}
        place={place}
        saw={saw}
        would={would}
        form={manner.form}
        onForm={manner.onForm}
      />
      <div className="line">
        <VoiceTabs voices={voices} shown={voice.id} onShow={onVoice} />
        <div className="aside">{aside}</div>
      </div>
      <div className="cols" {...tabbed}>
        {children}
      </div>
    </>
  );
}
