# One image recipe, a target for each process: web, worker, realtime, simulator, migrate.
FROM node:26-bookworm-slim AS packages
WORKDIR /ngoma
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY package.json package-lock.json .npmrc ./
# Prisma's schema engine is not needed, and with CI=true no git hook is set up.
RUN CI=true PRISMA_SCHEMA_ENGINE_BINARY=/bin/true npm ci --no-audit --no-fund

# Sources and the database client, which is generated and not kept in git.
FROM packages AS sources
COPY . .
RUN node prisma/generate.ts

FROM sources AS built
RUN LOG_LEVEL=error NODE_ENV=production npm run build

FROM packages AS runtime-packages
RUN npm prune --omit=dev --no-save --no-audit --no-fund

FROM node:26-bookworm-slim AS runtime
WORKDIR /ngoma
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
COPY --from=runtime-packages /ngoma/node_modules node_modules
COPY --from=sources /ngoma/package.json ./
COPY --from=sources /ngoma/lib lib

# Migrations, buckets and, for a demo, the seed: `docker compose up` runs it before anything else starts.
FROM sources AS migrate
ENV NODE_ENV=production
USER node
CMD ["sh", "-c", "node prisma/migrate.ts && node deploy/create-buckets.ts"]

FROM runtime AS worker
COPY --from=sources /ngoma/workers workers
# Backups carry the scripts that made the tables.
COPY --from=sources /ngoma/prisma/migrations prisma/migrations
USER node
CMD ["node", "workers/main.ts"]

FROM runtime AS realtime
COPY --from=sources /ngoma/server/realtime server/realtime
USER node
CMD ["node", "server/realtime/main.ts"]

# It needs nothing of the product but the Daraja schemas, and no package but zod.
FROM node:26-bookworm-slim AS simulator
WORKDIR /ngoma
ENV NODE_ENV=production
COPY --from=packages /ngoma/node_modules/zod node_modules/zod
COPY --from=sources /ngoma/package.json ./
COPY --from=sources /ngoma/lib/daraja lib/daraja
COPY --from=sources /ngoma/simulator simulator
RUN mkdir data && chown node data
USER node
CMD ["node", "simulator/main.ts"]

FROM runtime AS web
COPY --from=sources /ngoma/next.config.mjs /ngoma/tsconfig.json ./
COPY --from=sources /ngoma/messages messages
COPY --from=sources /ngoma/public public
COPY --from=sources /ngoma/server/web server/web
COPY --from=built --chown=node:node /ngoma/.next .next
USER node
ENV WEB_HOST=0.0.0.0
CMD ["node", "server/web/main.ts"]
