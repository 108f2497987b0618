import '../../locales/inspector';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Monogram } from '../parts/Monogram';
import type { AdvisorLabel } from '../payloads/shown';

interface Props {
  voices: readonly AdvisorLabel[];
  shown: string;
  onShow: (id: string) => void;
}

/** Whose payload is looked at; the arrow keys go from voice to voice. */
export function VoiceTabs({ voices, shown, onShow }: Props) {
  const { t } = useTranslation('inspector');
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the voices scroll sideways, the one shown is in sight.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  const press = (event: KeyboardEvent) => {
    const at = voices.findIndex((voice) => voice.id === shown);
    const to = nextPlace(event.key, at, voices.length, getComputedStyle(event.currentTarget).direction === 'rtl');
    const voice = to === null ? undefined : voices[to];
    if (!voice) return;
    event.preventDefault();
    event.stopPropagation();
    onShow(voice.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to ?? 0]?.focus();
  };
  if (voices.length < 2) return null;
  return (
    <div className="voices" role="tablist" aria-label={t('voices')} ref={list} onKeyDown={press}>
      {voices.map((voice) => (
        <button
          key={voice.id}
          type="button"
          role="tab"
          id={`inspect-${voice.id}`}
          aria-selected={voice.id === shown}
          tabIndex={voice.id === shown ? 0 : -1}
          onClick={() => onShow(voice.id)}
        >
          <Monogram name={voice.name} colour={voice.colour} small hollow={voice.id !== shown} />
          <span>{voice.name}</span>
        </button>
      ))}
    </div>
  );
}

/** The place a key leads to, around the ends; null for keys that lead nowhere. */
export function nextPlace(key: string, at: number, count: number, rtl = false): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  return step === 0 ? null : (at + (rtl ? -step : step) + count) % count;
}
