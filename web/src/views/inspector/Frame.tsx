import { type ReactNode, useMemo } from 'react';
import { ContaminationLight } from '../contamination/ContaminationLight';
import { useNarrow } from '../parts/useNarrow';
import type { AdvisorLabel, ShownPayload } from '../payloads/shown';
import { Header } from './Header';
import type { Manner } from './manner';
import { describeSaw } from './saw';
import { VoiceTabs } from './VoiceTabs';

interface Props {
  voice: AdvisorLabel;
  voices: readonly AdvisorLabel[];
  onVoice: (id: string) => void;
  title: string;
  place: string;
  /** Null while there is no payload. */
  shown: ShownPayload | null;
  would: boolean;
  manner: Manner;
  /** What stands behind the voices: a way to the other kind of look, a sentence about this one. */
  aside: ReactNode;
  /** Two columns, or one sentence. */
  children: ReactNode;
}

/** The head of the inspector, the voices below it, and what is shown about one of them. */
export function Frame({ voice, voices, onVoice, title, place, shown, would, manner, aside, children }: Props) {
  // The last line of a phone has no room for the sentence that stands there elsewhere.
  const narrow = useNarrow();
  const saw = useMemo(() => shown && describeSaw(shown.blocks, shown.places.positionOf), [shown]);
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
        <div className="aside">
          {aside}
          {narrow && <ContaminationLight />}
        </div>
      </div>
      <div className="cols" {...tabbed}>
        {children}
      </div>
    </>
  );
}
