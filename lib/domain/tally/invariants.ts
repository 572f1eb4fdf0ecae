import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** What a hash is made of, written once more in SQL: see lib/contract/tally/format.ts. */
const hash = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/** What ties the public tally to the counted gifts. Each query answers the offenders. */
export const tallyInvariants: readonly Invariant[] = [
  {
    name: 'each row of the tally is chained to the one before it',
    sql: `SELECT challenge_id || ' ' || position AS what FROM (
        SELECT t.*, coalesce(lag(t.hash) OVER (PARTITION BY t.challenge_id ORDER BY t.position),
            ${hash("'ngoma-tally-1,' || l.challenge_id || ',' || l.salt")}) AS previous,
          row_number() OVER (PARTITION BY t.challenge_id ORDER BY t.position) AS place
        FROM tally_row t JOIN tally_list l ON l.challenge_id = t.challenge_id) AS chained
      WHERE position <> place OR hash <> ${hash(
        `concat_ws(',', previous, position, to_char(paid_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), video_id, votes, payment)`,
      )}`,
  },
  {
    name: 'each head of the tally that was published lies on the chain',
    sql: `SELECT h.challenge_id || ' ' || h.published_at AS what FROM tally_head h
      LEFT JOIN tally_row t ON t.challenge_id = h.challenge_id AND t.position = h.position
      WHERE h.position > 0 AND t.hash IS DISTINCT FROM h.hash`,
  },
  {
    // A gift that has just been sent back is taken from the list within a minute: until then it is not `credited`.
    name: 'the tally lists each counted gift once, with its votes and for its video',
    sql: `SELECT t.intent_id::text AS what FROM tally_row t
      JOIN gift g ON g.intent_id = t.intent_id JOIN payment_intent i ON i.id = t.intent_id
      GROUP BY t.intent_id, g.vote_count, g.video_id, g.challenge_id, i.state
      HAVING bool_or(t.video_id <> g.video_id OR t.challenge_id <> g.challenge_id)
        OR (i.state = 'credited' AND sum(t.votes) <> g.vote_count) OR sum(t.votes) NOT IN (0, g.vote_count)`,
  },
  {
    name: "a video's votes in the tally are those of its listed gifts",
    sql: `SELECT v.id || ' has ' || v.vote_count || ', listed ' || sum(t.votes) || ', waiting ' || w.votes AS what
      FROM tally_row t JOIN video v ON v.id = t.video_id
      CROSS JOIN LATERAL (SELECT coalesce(sum(g.vote_count), 0) AS votes FROM gift g JOIN payment_intent i ON i.id = g.intent_id
        WHERE g.video_id = v.id AND i.state = 'credited'
          AND NOT EXISTS (SELECT FROM tally_row l WHERE l.intent_id = g.intent_id)) w
      CROSS JOIN LATERAL (SELECT coalesce(sum(l.votes), 0) AS votes FROM tally_row l JOIN payment_intent i ON i.id = l.intent_id
        WHERE l.video_id = v.id AND i.state <> 'credited') r
      GROUP BY v.id, v.vote_count, w.votes, r.votes HAVING sum(t.votes) - r.votes + w.votes <> v.vote_count`,
  },
]
