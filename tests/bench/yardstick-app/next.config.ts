import path from 'node:path'
import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  compress: false,
  typescript: { ignoreBuildErrors: true },
  // Two folders below the project, whose packages it uses.
  turbopack: { root: path.join(process.cwd(), '..', '..') },
}

export default config
