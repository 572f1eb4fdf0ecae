import { deskReads } from './desk-reads.ts'
import { ownReads } from './own-reads.ts'
import { publicReads } from './public-reads.ts'
import { pickSubjects } from './subjects.ts'

/** Something that people read, answered by the product's own function, without what processes keep in memory. */
export interface Read {
  name: string
  read(turn: number): Promise<unknown>
}

/** Prepares the reads of a database: whom and what they ask about is picked from what is there. */
export async function readsOf(): Promise<Read[]> {
  const subjects = await pickSubjects()
  return [...publicReads(subjects), ...ownReads(subjects), ...deskReads(subjects)]
}
