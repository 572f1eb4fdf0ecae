import { type SystemSetting, settingNames } from '#lib/contract/system-settings.ts'
import { db, type Queryable, rows } from '#lib/core/db.ts'
import { settingFrom } from './policy.ts'
import { boundsOf, type SettingName, settingSchemas, settingUnitOf } from './schema.ts'

type Change = { at: string; by: string | null; before: number; after: number }
type Row = { name: SettingName; value: unknown; version: number; changes: Change[] }

/** Every setting as super admins see it, in the order of the contract. */
export async function listSettings(): Promise<SystemSetting[]> {
  const found = await readRows(db(), settingNames)
  return found.map(present)
}

/** One of them, as the caller's transaction sees it. */
export async function readSetting(on: Queryable, name: SettingName): Promise<SystemSetting> {
  const [found] = await readRows(on, [name])
  if (!found) throw new Error(`no row for the setting ${name}`)
  return present(found)
}

function readRows(on: Queryable, names: readonly SettingName[]): Promise<Row[]> {
  return rows(
    on,
    `SELECT n.name, s.value, coalesce(s.version, 0) AS version, h.changes
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

function present({ name, value, version, changes }: Row): SystemSetting {
  return {
    name,
    value: settingFrom(name, value ?? undefined),
    default: settingSchemas[name].parse(undefined),
    ...boundsOf(name),
    unit: settingUnitOf[name],
    version,
    changes,
  }
}
