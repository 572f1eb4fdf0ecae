import { test } from 'vitest'
test('has a database', async () => { })
