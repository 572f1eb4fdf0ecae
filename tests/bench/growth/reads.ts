import { deskReads } from './desk-reads.ts'
import { ownReads } from './own-reads.ts'
import { publicReads } from './public-reads.ts'
import { pickSubjects, type Read } from './subjects.ts'

/** Prepares the reads of a database: whom and what they ask about is picked from what is there. */
export async function readsOf(): Promise<Read[]> {
  const subjects = await pickSubjects()
  return [...publicReads(subjects), ...ownReads(subjects), ...deskReads(subjects)]
}
