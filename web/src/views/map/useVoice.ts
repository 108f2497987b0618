import { findAdvisor, paletteIndex } from '../../model/workspace';
import { useWorkspace } from '../parts/store';
import { useMaps } from './useMap';

/** Who an advisor was in this turn; its name of today where the map does not say. */
export function useVoice(advisorId: string): { name: string; colour: string; palette: number } {
  const seated = useMaps(({ map }) => map?.voices.find((each) => each.advisor_id === advisorId) ?? null);
  const known = useWorkspace((state) => findAdvisor(state, advisorId));
  const colour = seated?.colour ?? known?.colour ?? '';
  return { name: seated?.name ?? known?.name ?? '', colour, palette: paletteIndex(colour) };
}
