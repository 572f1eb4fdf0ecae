import { type SystemSetting, settingNames } from '#lib/contract/settings/calls.ts'
import { db, type Queryable, rows } from '#lib/core/db.ts'
import { areTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { settingFrom } from './policy.ts'
import { boundsOf, type SettingName, settingSchemas, settingUnitOf, takesTwoPeople } from './schema.ts'

type Change = { at: string; by: string | null; before: number; after: number }
type Proposed = { id: string; value: number; by_id: string; by: string; at: string }
type Row = {
  name: SettingName
  value: unknown
  version: number
  changes: Change[]
  proposal: Proposed | null
}

/** Every setting as super admins see it, in the order of the contract. */
export async function listSettings(viewerId: string): Promise<SystemSetting[]> {
  const found = await readRows(db(), settingNames)
  return Promise.all(found.map((row) => present(db(), row, viewerId)))
}

/** One of them, as the caller's transaction sees it. */
export async function readSetting(
  on: Queryable,
  name: SettingName,
  viewerId: string,
): Promise<SystemSetting> {
  const [found] = await readRows(on, [name])
  if (!found) throw new Error(`no row for the setting ${name}`)
  return present(on, found, viewerId)
}

function readRows(on: Queryable, names: readonly SettingName[]): Promise<Row[]> {
  return rows(
    on,
    `SELECT n.name, s.value, coalesce(s.version, 0) AS version, h.changes, (
          SELECT jsonb_build_object('id', p.id, 'value', p.value, 'by_id', p.proposed_by, 'by', u.username,
            'at', to_char(p.proposed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          FROM setting_proposal p JOIN app_user u ON u.id = p.proposed_by WHERE p.key = n.name AND p.state = 'open') AS proposal
      FROM unnest($1::text[]) WITH ORDINALITY AS n(name, place)
      LEFT JOIN setting s ON s.key = n.name
      CROSS JOIN LATERAL (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
            'at', to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', u.username,
            'before', e.before -> 'value', 'after', e.after -> 'value') ORDER BY e.id DESC), '[]') AS changes
        FROM (SELECT * FROM audit_event WHERE subject_type = 'setting' AND subject_id = n.name
            AND action = 'setting.changed' ORDER BY id DESC LIMIT 10) e
        LEFT JOIN app_user u ON u.id = e.actor_id) h
      ORDER BY n.place`,
    [names],
  )
}

async function present(
  on: Queryable,
  { name, value, version, changes, proposal }: Row,
  viewerId: string,
): Promise<SystemSetting> {
  return {
    name,
    value: settingFrom(name, value ?? undefined),
    default: settingSchemas[name].parse(undefined),
    ...boundsOf(name),
    unit: settingUnitOf[name],
    version,
    changes,
    takes_two: takesTwoPeople(name),
    proposal: proposal && {
      id: proposal.id,
      value: proposal.value,
      proposed_by: proposal.by,
      proposed_at: proposal.at,
      can_confirm: await areTwoPeople(on, proposal.by_id, viewerId),
    },
  }
}
