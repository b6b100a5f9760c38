// The plugins of the program, each file by its name: JBang follows no wildcard behind a URL.
// Written by JBangCatalogTest with -Dsbp.write=true; not to be edited.
// JAVA 25+
// DEPS org.flywaydb:flyway-database-postgresql:13.12.0
// DEPS org.flywaydb:flyway-core:13.12.0
// DEPS com.zaxxer:HikariCP:7.1.0
// DEPS org.postgresql:postgresql:42.7.14
// FILES plugins/pom.xml=pom.xml
// SOURCES llm-claude/src/main/java/org/sovereignbook/sbp/plugins/claude/ClaudeBackend.java
// SOURCES llm-claude/src/main/java/org/sovereignbook/sbp/plugins/claude/ClaudeCli.java
// SOURCES llm-claude/src/main/java/org/sovereignbook/sbp/plugins/claude/ClaudeResult.java
// SOURCES llm-claude/src/main/java/org/sovereignbook/sbp/plugins/claude/package-info.java
// FILES plugins/llm-claude/pom.xml=llm-claude/pom.xml
// FILES
// plugins/llm-claude/META-INF/extensions.idx=llm-claude/src/main/resources/META-INF/extensions.idx
// SOURCES llm-gemini/src/main/java/org/sovereignbook/sbp/plugins/gemini/GeminiBackend.java
// SOURCES llm-gemini/src/main/java/org/sovereignbook/sbp/plugins/gemini/GeminiCli.java
// SOURCES llm-gemini/src/main/java/org/sovereignbook/sbp/plugins/gemini/GeminiPolicy.java
// SOURCES llm-gemini/src/main/java/org/sovereignbook/sbp/plugins/gemini/GeminiResult.java
// SOURCES llm-gemini/src/main/java/org/sovereignbook/sbp/plugins/gemini/package-info.java
// FILES plugins/llm-gemini/pom.xml=llm-gemini/pom.xml
// FILES
// plugins/llm-gemini/META-INF/extensions.idx=llm-gemini/src/main/resources/META-INF/extensions.idx
// SOURCES llm-opencode/src/main/java/org/sovereignbook/sbp/plugins/opencode/OpenCodeBackend.java
// SOURCES llm-opencode/src/main/java/org/sovereignbook/sbp/plugins/opencode/OpenCodeCli.java
// SOURCES llm-opencode/src/main/java/org/sovereignbook/sbp/plugins/opencode/OpenCodeConfig.java
// SOURCES llm-opencode/src/main/java/org/sovereignbook/sbp/plugins/opencode/OpenCodeEvents.java
// SOURCES llm-opencode/src/main/java/org/sovereignbook/sbp/plugins/opencode/package-info.java
// FILES plugins/llm-opencode/pom.xml=llm-opencode/pom.xml
// FILES
// plugins/llm-opencode/META-INF/extensions.idx=llm-opencode/src/main/resources/META-INF/extensions.idx
// SOURCES llm-exec/src/main/java/org/sovereignbook/sbp/plugins/exec/CodexServer.java
// SOURCES llm-exec/src/main/java/org/sovereignbook/sbp/plugins/exec/ExecBackend.java
// SOURCES llm-exec/src/main/java/org/sovereignbook/sbp/plugins/exec/ExecCli.java
// SOURCES llm-exec/src/main/java/org/sovereignbook/sbp/plugins/exec/ExecPreset.java
// SOURCES llm-exec/src/main/java/org/sovereignbook/sbp/plugins/exec/ExecSettings.java
// SOURCES llm-exec/src/main/java/org/sovereignbook/sbp/plugins/exec/Placeholders.java
// SOURCES llm-exec/src/main/java/org/sovereignbook/sbp/plugins/exec/UsageLine.java
// SOURCES llm-exec/src/main/java/org/sovereignbook/sbp/plugins/exec/package-info.java
// FILES plugins/llm-exec/pom.xml=llm-exec/pom.xml
// FILES
// plugins/llm-exec/META-INF/extensions.idx=llm-exec/src/main/resources/META-INF/extensions.idx
// SOURCES chain-erc8004/src/main/java/org/sovereignbook/sbp/plugins/erc8004/Abi.java
// SOURCES chain-erc8004/src/main/java/org/sovereignbook/sbp/plugins/erc8004/Account.java
// SOURCES chain-erc8004/src/main/java/org/sovereignbook/sbp/plugins/erc8004/Erc8004Backend.java
// SOURCES chain-erc8004/src/main/java/org/sovereignbook/sbp/plugins/erc8004/Erc8004Client.java
// SOURCES chain-erc8004/src/main/java/org/sovereignbook/sbp/plugins/erc8004/FeeTransaction.java
// SOURCES chain-erc8004/src/main/java/org/sovereignbook/sbp/plugins/erc8004/Gas.java
// SOURCES chain-erc8004/src/main/java/org/sovereignbook/sbp/plugins/erc8004/Hex.java
// SOURCES chain-erc8004/src/main/java/org/sovereignbook/sbp/plugins/erc8004/JsonRpc.java
// SOURCES chain-erc8004/src/main/java/org/sovereignbook/sbp/plugins/erc8004/Keccak.java
// SOURCES chain-erc8004/src/main/java/org/sovereignbook/sbp/plugins/erc8004/Registry.java
// SOURCES chain-erc8004/src/main/java/org/sovereignbook/sbp/plugins/erc8004/Rlp.java
// SOURCES chain-erc8004/src/main/java/org/sovereignbook/sbp/plugins/erc8004/package-info.java
// FILES plugins/chain-erc8004/pom.xml=chain-erc8004/pom.xml
// FILES
// plugins/chain-erc8004/META-INF/extensions.idx=chain-erc8004/src/main/resources/META-INF/extensions.idx
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/CallFragments.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/CallIds.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/CompletionReply.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/CompletionRequest.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/HttpFailure.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/HttpStream.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/ModelWindows.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/OllamaReply.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/OpenAiBackend.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/OpenAiSettings.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/Preset.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/ReplyBuilder.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/Retries.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/SseReader.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/StreamedReply.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/VisibleText.java
// SOURCES llm-openai/src/main/java/org/sovereignbook/sbp/plugins/openai/package-info.java
// FILES plugins/llm-openai/pom.xml=llm-openai/pom.xml
// FILES
// plugins/llm-openai/META-INF/extensions.idx=llm-openai/src/main/resources/META-INF/extensions.idx
// SOURCES store-sql/src/main/java/org/sovereignbook/sbp/plugins/sql/Head.java
// SOURCES store-sql/src/main/java/org/sovereignbook/sbp/plugins/sql/Owner.java
// SOURCES store-sql/src/main/java/org/sovereignbook/sbp/plugins/sql/Place.java
// SOURCES store-sql/src/main/java/org/sovereignbook/sbp/plugins/sql/Redo.java
// SOURCES store-sql/src/main/java/org/sovereignbook/sbp/plugins/sql/Sharing.java
// SOURCES store-sql/src/main/java/org/sovereignbook/sbp/plugins/sql/SqlChanges.java
// SOURCES store-sql/src/main/java/org/sovereignbook/sbp/plugins/sql/SqlEntries.java
// SOURCES store-sql/src/main/java/org/sovereignbook/sbp/plugins/sql/SqlLines.java
// SOURCES store-sql/src/main/java/org/sovereignbook/sbp/plugins/sql/SqlPeers.java
// SOURCES store-sql/src/main/java/org/sovereignbook/sbp/plugins/sql/SqlStore.java
// SOURCES store-sql/src/main/java/org/sovereignbook/sbp/plugins/sql/package-info.java
// SOURCES store-postgres/src/main/java/org/sovereignbook/sbp/plugins/postgres/FirstConnection.java
// SOURCES store-postgres/src/main/java/org/sovereignbook/sbp/plugins/postgres/InDoubtException.java
// SOURCES store-postgres/src/main/java/org/sovereignbook/sbp/plugins/postgres/Life.java
// SOURCES store-postgres/src/main/java/org/sovereignbook/sbp/plugins/postgres/PostgresConfig.java
// SOURCES store-postgres/src/main/java/org/sovereignbook/sbp/plugins/postgres/PostgresDatabase.java
// SOURCES store-postgres/src/main/java/org/sovereignbook/sbp/plugins/postgres/PostgresFailure.java
// SOURCES
// store-postgres/src/main/java/org/sovereignbook/sbp/plugins/postgres/PostgresLedgerProvider.java
// SOURCES store-postgres/src/main/java/org/sovereignbook/sbp/plugins/postgres/PostgresSchema.java
// SOURCES
// store-postgres/src/main/java/org/sovereignbook/sbp/plugins/postgres/PostgresStoreProvider.java
// SOURCES store-postgres/src/main/java/org/sovereignbook/sbp/plugins/postgres/Workers.java
// SOURCES store-postgres/src/main/java/org/sovereignbook/sbp/plugins/postgres/package-info.java
// FILES plugins/store-postgres/pom.xml=store-postgres/pom.xml
// FILES
// plugins/store-postgres/META-INF/extensions.idx=store-postgres/src/main/resources/META-INF/extensions.idx
// FILES
// plugins/store-postgres/org/sovereignbook/sbp/plugins/postgres/migrations/V1__store.sql=store-postgres/src/main/resources/org/sovereignbook/sbp/plugins/postgres/migrations/V1__store.sql
// FILES
// plugins/store-postgres/org/sovereignbook/sbp/plugins/postgres/migrations/V2__collections.sql=store-postgres/src/main/resources/org/sovereignbook/sbp/plugins/postgres/migrations/V2__collections.sql
// SOURCES store-sqlite/src/main/java/org/sovereignbook/sbp/plugins/sqlite/SqliteSchema.java
// SOURCES store-sqlite/src/main/java/org/sovereignbook/sbp/plugins/sqlite/SqliteStoreProvider.java
// SOURCES store-sqlite/src/main/java/org/sovereignbook/sbp/plugins/sqlite/package-info.java
// FILES plugins/store-sqlite/pom.xml=store-sqlite/pom.xml
// FILES
// plugins/store-sqlite/META-INF/extensions.idx=store-sqlite/src/main/resources/META-INF/extensions.idx
// FILES
// plugins/store-sqlite/org/sovereignbook/sbp/plugins/sqlite/V1.sql=store-sqlite/src/main/resources/org/sovereignbook/sbp/plugins/sqlite/V1.sql
// FILES
// plugins/store-sqlite/org/sovereignbook/sbp/plugins/sqlite/V2.sql=store-sqlite/src/main/resources/org/sovereignbook/sbp/plugins/sqlite/V2.sql
