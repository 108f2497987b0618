/** Before every unit test: what is waited for may take as long as a busy machine needs (`vi.waitFor` would not wait). */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });
