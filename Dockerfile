# Runs the service, with its page and its command line, as an unprivileged user.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc install.mjs ./
COPY packages/core/package.json packages/core/
COPY packages/contract/package.json packages/contract/
COPY packages/lote/package.json packages/lote/
COPY packages/client/package.json packages/client/
COPY packages/server/package.json packages/server/
COPY packages/cli/package.json packages/cli/
COPY packages/web/package.json packages/web/
RUN npm ci --omit=dev
COPY build.mjs tsconfig.base.json ./
COPY packages packages
# The commit of the sources, because the image has no git.
ARG COMMIT=unknown
RUN node build.mjs

FROM node:24-slim
ARG COMMIT=unknown
LABEL org.opencontainers.image.title=curp-service org.opencontainers.image.licenses=MIT \
  org.opencontainers.image.version=0.3.0-dev org.opencontainers.image.revision=$COMMIT
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY packages/cli/package.json packages/cli/
COPY --from=build /app/packages/cli/bin packages/cli/bin
COPY --from=build /app/packages/cli/dist/bundle packages/cli/dist/bundle
RUN mkdir data && chown node:node data
USER node
# Contains the SQLite database, unless DATABASE_URL names another.
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/cli/bin/curp.js", "servir"]
