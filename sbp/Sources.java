// The program and its library, each file by its name: JBang follows no wildcard behind a URL.
// Written by JBangCatalogTest with -Dsbp.write=true; not to be edited.
// JAVA 25+
// DEPS info.picocli:picocli:4.7.7
// DEPS tools.jackson.core:jackson-core:3.2.4
// DEPS org.snakeyaml:snakeyaml-engine:3.2
// DEPS com.cronutils:cron-utils:9.2.1
// DEPS org.commonmark:commonmark:0.32.0
// DEPS org.commonmark:commonmark-ext-gfm-tables:0.32.0
// DEPS org.bouncycastle:bcprov-jdk18on:1.87
// DEPS org.jline:jline-terminal:4.5.0
// DEPS org.jline:jline-reader:4.5.0
// DEPS org.pf4j:pf4j:3.15.0
// DEPS org.slf4j:slf4j-nop:2.0.20
// DEPS org.jspecify:jspecify:1.0.1
// DEPS org.xerial:sqlite-jdbc:3.54.1.0
// DEPS org.webjars.npm:preact:10.26.4
// DEPS org.webjars.npm:uplot:1.6.30
// DEPS org.webjars.npm:d3-force:3.0.0
// DEPS org.webjars.npm:d3-selection:3.0.0
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Access.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/AccessDecision.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/AccessOutcome.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/AccessRequest.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/AccessRequests.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/AccessSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Approvals.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/AuthoritySnapshot.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Beginning.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Bounds.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Circumstances.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Condition.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/DataAccess.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/DeclaredTools.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Entities.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/EntityTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Evaluation.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Expectations.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Explanation.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Globs.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Grant.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Grants.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/OwnerPassphrase.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/OwnerProof.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Policies.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Policy.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/PolicyFields.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/PolicyFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/PolicyLint.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/PolicyReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/PolicySet.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/PrincipalMatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/RateLimit.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/RecordedDecision.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/RequestLimits.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/RequestedCalls.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Requester.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/SessionKey.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/ShownText.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/TimeRange.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/ToolLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/ToolSet.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/Withdrawal.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/access/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/Agent.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/AgentId.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/AgentKeys.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/AgentReach.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/AgentRetention.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/AgentRows.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/AgentStatus.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/AgentType.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/Agents.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/AgentsSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/Caller.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/Capabilities.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/CapabilityDenied.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/Effective.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/GroupRole.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/HeldTokens.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/Lifecycle.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/MemoryRights.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/MemoryScope.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/NamedEntity.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/OwnerConnection.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/ParallelCalls.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/Permissions.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/Posture.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/Registration.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/Roster.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/Tokens.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/ToolCall.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/ToolRights.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/TrustTier.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/agents/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/Ahead.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/AuditAnchors.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/AuditChain.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/AuditCheck.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/AuditEnds.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/AuditEntry.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/AuditLog.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/AuditRow.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/AuditSeal.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/AuditUpkeep.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/AuditWalk.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/Authority.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/Cause.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/EventFilter.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/EventLog.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/EventObserver.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/HandOver.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/Ledger.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/LedgerEvent.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/LedgerProvider.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/Principal.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/Retention.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/Schema.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/SealedKeys.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/SetAsides.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/SocietyException.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/SocietyFolder.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/SocietyMove.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/SocietyPages.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/SocietySettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/SocietyTables.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/SqliteLedgerProvider.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/StoredContent.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/StoredEvent.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/Subject.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/Transaction.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/Turns.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/Upkeep.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/ledger/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/Columns.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/Database.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/Dialect.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/IdleStatements.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/NativeLibrary.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/Rows.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/Sql.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/SqlFailure.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/SqliteDatabase.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/StoredTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/StoredText.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/WriterQueue.java
// SOURCES src/main/java/org/sovereignbook/sbp/authority/sql/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/Base64Url.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/ContentHash.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/ContentKey.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/Ed25519.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/Fingerprint.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/KeyPair.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/KeyedCode.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/PassphraseHash.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/PrivateKey.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/PublicKey.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/Sealed.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/Sealing.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/SecretException.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/Secrets.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/Sha256.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/Signature.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/Signing.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/crypto/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/Cut.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/EditableJson.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/Escapes.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/Jcs.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonArray.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonBoolean.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonComments.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonDecimal.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonInteger.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonNull.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonObject.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonSchema.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonSearch.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonString.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonText.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonTexts.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonValue.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/JsonWriter.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/MalformedJson.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/Misfit.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/Shape.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/ShapeReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/UtcTime.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/Words.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/json/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/AgentMail.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Checked.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Code.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Content.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/DisplayName.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Endorsement.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Endpoint.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Envelope.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/EnvelopeValidator.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Fields.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/GroupList.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/GroupMail.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/IdentityDocument.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Limits.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/MailReceipt.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/MailType.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/MessageType.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Payload.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Payloads.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Protocol.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/RejectedException.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Rejection.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Rotation.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/TaskOffer.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/TaskResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/Timestamp.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/TrustState.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/protocol/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/yaml/MalformedYaml.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/yaml/Yaml.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/yaml/YamlWriter.java
// SOURCES src/main/java/org/sovereignbook/sbp/base/yaml/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Commands.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/CommandsCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/EjectedStep.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Failures.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HelpPage.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HelpSearch.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Main.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/OtherWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainArgument.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainCommands.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Program.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/StandardOutput.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/StepCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/TypedWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/VersionCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/WarmUpCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/WrongCommandLine.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/chain/ChainCall.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/chain/ChainCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/chain/ChainOverview.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/chain/ChainRate.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/chain/ChainRead.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/chain/ChainRegister.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/chain/ChainRevoke.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/chain/ChainWrite.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/chain/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/AcceptCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/BackupCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/EthosCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/IdentityCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/KeygenCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/LostCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/PluginCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/PluginNew.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/PluginView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/RestoreCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/ScriptCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/ScriptErrors.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/ServeCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/SocietyFilesCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/StoreCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/StoreMigrate.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/TickCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/CostCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/DigestCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/InboxCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/InboxEntry.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/LogCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/LogSentences.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/NodeStatus.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/OutboxAside.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/OutboxCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/OutboxEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/OutboxEntry.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/StatusCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/Verification.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/VerifyCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/FileTool.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/GivenJson.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/GroupAside.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/GroupCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/GroupListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/GroupNodes.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/HotBind.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/HotSet.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/HotShow.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/HotVerify.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/ItemAdd.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/ItemEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/ItemErase.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/ItemForget.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/ItemKind.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/ItemRead.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/ItemSearch.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/ItemShare.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/MemoryApprove.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/MemoryCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/MemoryExport.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/MemoryHistory.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/MemoryImport.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/MemoryReport.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/MemoryStatus.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/NoveltyCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/SessionHook.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/SessionHookInput.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/SwarmCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/SwarmListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/TrustCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/TrustReview.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/WarmItem.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/read/FeedCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/read/FoundText.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/read/MessagesCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/read/ReadCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/read/SearchCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/read/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/AccessCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/AccessExplain.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/AccessView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/AuditCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/AuditView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/ClearCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/DraftAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/EntityCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/EntityListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/GrantCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/GrantEffect.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/HookAsk.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/HookCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/HookListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/HookServe.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/HookTest.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/HookView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/OwnerCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/OwnerKeyCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/PassphraseCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/RemovePolicies.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/RequestCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/RequestView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/RequestsCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/WebhookCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/CallWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ChatCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ChatEvent.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ChatLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ChatTalk.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ChatTerminal.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/DispatchView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/LastExchange.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ProvenOnce.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SessionArchive.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SessionAside.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SessionCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SessionEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SessionFiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SessionListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SessionNews.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SessionRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SessionTree.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SessionWatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SessionWork.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ShownTurn.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SlashCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/SummaryWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/TurnWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/TypingAhead.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/BootstrapCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/EndorseCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/FollowCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/Outgoing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/PeerEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/PeersAdd.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/PeersCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/PostCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/ShareCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/SpecBundle.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/SubscribeCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/WriteCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentCapabilities.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentHost.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentLeave.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentRegister.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentReturn.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentToken.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/BoardCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/BusCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/BusListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/CapabilityOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/EventCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/EventOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/EventPoll.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/EventSubscribe.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/EventView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/MailCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/MailListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/MailView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/ReturnView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskAcross.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskAdd.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskGraphCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskRule.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskWork.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/automation/ApprovedCalls.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/automation/Embeddings.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/automation/GracefulStop.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/automation/HookWiring.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/automation/OwnerNotices.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/automation/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/AgentAccess.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Alias.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Ancestors.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Argument.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/ArgumentField.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/BareCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/CallOrigin.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Catalog.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/CatalogDocument.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/CatalogIndex.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Cleanup.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/CliException.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/ColorMode.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/CommandCall.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/CommandInfo.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/CommandTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Contract.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/EditCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Example.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Examples.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Exit.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/ExitCode.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/ForOwner.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/JBangProgram.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/LentLedger.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/LiveLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/LiveMarkdown.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/MarkdownLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/NodeCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/NodeFinder.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/NodeOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/NodeWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Output.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/OutputOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/OwnerPresence.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Page.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/PageOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/PagedAlias.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/PagedList.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Pager.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Prints.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/ProcessTty.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/ProgramVersion.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/ProgressBar.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Question.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Range.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Screen.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Session.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/SetAsideEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/SocietyCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/SpokenTime.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/StreamedMarkdown.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Style.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Subcommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Synonyms.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Table.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/TextEditor.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/TextInput.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Tool.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/ToolArgument.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Toolset.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/ToolsetSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Tty.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/ValueKind.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Widening.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/World.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/AgentSeat.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/AgentTools.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/ClientConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/ClientHooks.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/ClientPlugin.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/CodingClient.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/CommandRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/CommandTools.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/LedgerWatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/McpCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/McpInstall.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/NodeFeatures.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/NodePrompts.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/NodeResources.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/RefusedCalls.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/StateKey.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/TomlLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/TomlTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/ToolArguments.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/ToolGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/ToolLists.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/ToolSearch.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/ToolWording.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/screen/ItemFinder.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/screen/NumberedList.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/screen/PeerFinder.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/screen/PeerLabels.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/screen/PeerView.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/screen/RequestText.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/screen/RequesterFinder.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/screen/ScreenNames.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/screen/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/Compactor.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/DueTurns.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/FairOrder.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/PartialAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/RunningCall.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/Surroundings.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/SystemPrompt.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnListener.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnPulse.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnRunner.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnSeat.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnWorkers.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/Browser.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/Metrics.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/OpenMetrics.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebCommands.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebEvents.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebFiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebHandler.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebOpen.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebOwner.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebPlace.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebServer.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebTokens.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/chat/Cancellation.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/chat/ChatBackend.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/chat/ChatCall.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/chat/ChatListener.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/chat/ChatMessage.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/chat/ChatReply.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/chat/ChatRequest.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/chat/ChatTool.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/chat/MessagePairs.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/chat/ToolServer.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/chat/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/AgentResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/AgentRunner.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/AgentSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/Beneficiaries.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/CallBudget.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/CallCauses.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/CallLedger.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/CallLimit.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/CallRecord.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/CallShare.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/CallSize.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/Calls.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/ChatCalls.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/Costs.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/DailyLimits.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/Job.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/JobRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/LedgerArchiving.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/LedgerLock.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/LlmStatus.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/SharedCalls.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/judgment/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/ContextWindow.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/LlmAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/LlmBackend.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/LlmException.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/LlmPrices.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/LlmRequest.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/LlmUsage.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/NamedModel.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/PromptAssembly.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/Readiness.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/CarriedLogin.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/CliBackend.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/CliEnvironment.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/CliLogin.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/CliProcess.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/CliSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/CodingCli.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/ConversationPrompt.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/LoginFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/LoginMerge.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/Scratch.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/Snapshot.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/cli/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/model/llm/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/AddressGuard.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/AnswerReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/AnswerTimes.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/Call.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/ClockSkew.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/GuardedResolverProvider.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/HttpConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/HttpPeerClient.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/IoWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/PeerClient.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/PeerFetch.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/PeerReply.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/PublicAddresses.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/TimeHeaders.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/http/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/AnswerStream.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/ByteBudget.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/ClientAddress.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/Connection.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/ConnectionInput.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/Connections.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/FaultHandler.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/HeadReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/HttpConversation.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/HttpFault.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/HttpLimits.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/ReceivedBody.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/RequestBody.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/RequestHead.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/StrictHttpContext.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/StrictHttpExchange.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/StrictHttpProvider.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/StrictHttpServer.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/httpserver/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/CallSlots.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/HttpPeer.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpAuthenticator.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpCall.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpCaller.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpChanges.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpClient.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpFeatures.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpHeaders.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpHttp.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpHttpHandler.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpLimits.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpMethods.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpOutcome.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpPeer.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpPrompt.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpRequestState.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpResource.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpRevision.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpServer.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpSession.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpSessions.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpStdio.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/McpTool.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/RequestIdFinder.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/RpcError.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/RpcMessage.java
// SOURCES src/main/java/org/sovereignbook/sbp/net/mcp/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Abbreviation.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/AtExit.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/BoundedProcess.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/ClockWatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Config.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/ConfigException.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Disk.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/DiskException.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/EditedFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/FileTree.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/FileWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/FreeName.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Kept.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/KeyFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/KeyFileException.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/LocalDisk.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/LocalPath.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/MadeThings.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Node.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/NodeException.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/NodeHome.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/NodeLock.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/NodeThing.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/NotStartedException.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/OperatingSystem.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/OwnerOnly.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Ownership.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/OwnershipException.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/PeerText.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Polling.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/ProcessTree.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Programs.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Quoting.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Resources.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/SecretVariables.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/ServiceAdvice.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Setting.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/SettingType.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Settings.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/StepResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Subprocess.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Suggestion.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/SystemRandom.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/TextWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/TimeJudge.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/UserFolders.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Watchdog.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Wording.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Workers.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/completion/BashCompletion.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/completion/CompleteCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/completion/CompletionCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/completion/CompletionShell.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/completion/FishCompletion.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/completion/ZshCompletion.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/completion/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/config/BackendPreset.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/config/ConfigCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/config/ConfigEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/config/ConfigFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/config/ConfigProblems.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/config/EndpointCheck.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/config/ProgramSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/config/SettingKeys.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/config/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/Audit.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/ChatDemo.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/Children.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoLauncher.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoNode.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoScript.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoView.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/LiveView.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/MemoryDemo.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/NodeStarter.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/NodeState.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/Phases.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/PlainView.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/Profiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/ReputationDemo.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/ScriptedDemo.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/SentEnvelope.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/SwarmDemo.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/TeamDemo.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/doctor/Checkup.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/doctor/ConfigChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/doctor/DoctorCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/doctor/FileChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/doctor/Finding.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/doctor/IdentityChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/doctor/KeeperChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/doctor/NodeLimits.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/doctor/ReachChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/doctor/StateChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/doctor/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/eject/EarlierPackages.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/eject/EjectCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/eject/EjectedText.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/eject/Ejection.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/eject/LineDiff.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/eject/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/InitChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/InitCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/InitOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/InitRequest.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/InitResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/InitialConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/Launcher.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/NodeAcceptance.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/NodeLauncher.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/NodeMaker.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/NodeProgram.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/NodePrograms.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/NodeTexts.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/init/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/install/JBangMain.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/install/MergedJar.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/install/PluginSource.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/install/ProgramFolder.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/install/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/service/CronTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/service/HandoffCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/service/Keepers.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/service/ServiceCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/service/ServiceKind.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/service/ServiceManager.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/service/ServicePlan.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/service/ServiceRunner.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/service/ServiceSetting.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/service/ServiceTexts.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/service/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/shell/HistoryFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/shell/Interpreter.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/shell/OwnCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/shell/Place.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/shell/ScriptShell.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/shell/ShellCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/shell/ShellCompleter.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/shell/ShellParser.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/shell/ShellWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/shell/TerminalShell.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/shell/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/LiveFiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/MemberRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/PendingFiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/ReputationFiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/SwarmRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamBeginning.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamEvolve.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamInit.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamRatings.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamScores.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamSet.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamShow.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamStatus.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamSupervision.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/TeamWhy.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/team/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/Child.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/ChildState.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/FirstDelivery.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/Pair.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/Supervisor.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/TimerNews.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/UpCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/UpControl.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/UpKeys.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/UpOrder.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/UpRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/UpView.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/UpWaiting.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/author/AuthorJob.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/author/AuthorPostprocess.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/author/AuthorResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/author/Draft.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/author/FrontMatter.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/author/Piece.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/author/Publication.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/author/ReceivedTitles.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/author/ReplyNotification.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/author/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/compactor/Compaction.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/compactor/CompactorJob.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/compactor/CondensedDay.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/compactor/LogFact.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/compactor/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/Attempt.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/Batch.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/Connectivity.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/Delivery.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryEvents.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/DeliverySettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryState.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/EnvelopeTimes.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/FailedItems.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/ItemReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/OutboxAsides.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/OutboxRepair.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/OutgoingItem.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/Poster.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/Receipt.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/RecipientState.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/Results.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/Successors.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/UnreachedFollowers.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/delivery/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/ethos/EthosJob.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/ethos/EthosPace.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/ethos/EthosRequest.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/ethos/EthosText.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/ethos/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/feed/Conversation.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/feed/Conversations.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/feed/Excerpt.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/feed/Feed.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/feed/FeedPiece.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/feed/People.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/feed/PieceThread.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/feed/Search.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/feed/Someone.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/feed/TextSource.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/feed/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/maintenance/FolderWalk.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/maintenance/Git.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/maintenance/GitHistory.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/maintenance/HandoffReport.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/maintenance/Maintenance.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/maintenance/MaintenanceResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/maintenance/MaintenanceSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/maintenance/StatusReport.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/maintenance/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/markdown/HeadingLevels.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/markdown/Markdown.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/markdown/PlainText.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/markdown/SafeTree.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/markdown/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/Announcements.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/Discovery.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/EndorsementFetch.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/FetchPool.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/Follow.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/FollowResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/IdentityChange.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/Network.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/NetworkMemory.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/NetworkOutbox.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/NetworkResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/NetworkRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/NetworkSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/NewKeys.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/OwnIdentity.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/Promotion.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/Seeds.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/Subscriptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/network/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/Action.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/BatchMemory.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/ContentFetch.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/Decision.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/DecisionExecution.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/DecisionRules.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/DecisionsFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/DigestBatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/DigestItem.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/FetchTries.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/Gate.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/InboxQueue.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/Item.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/Judge.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/OwnSubscriptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/PeersOfDigest.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/PostprocessResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/PreprocessResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/ReaderContext.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/ReaderGates.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/ReaderJob.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/ReaderOutbox.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/ReaderPostprocess.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/ReaderPreprocess.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/ReaderSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/ReceivedEnvelope.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/Reshares.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/SteeringPhrases.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/StrangerTurn.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/reader/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/Admission.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/Answer.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/AtomFeed.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/Budgets.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/CachedFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/Documents.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/DuplicateIndex.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/EndorsementPages.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/Html.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/InboxShares.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/NodeDisk.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/NodeHandler.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/NodeServer.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/Pages.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/PiecePage.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/Profile.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/ProfilePage.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/Quota.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/RememberedLimit.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/Route.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/ServerLog.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/ServerSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/Site.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/Startup.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/ThreadDocument.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/ThreadPage.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/TokenBuckets.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/Wanted.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/WebPage.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/server/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/step/Component.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/step/Intervals.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/step/Progress.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/step/RunAsides.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/step/Step.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/step/StepContext.java
// SOURCES src/main/java/org/sovereignbook/sbp/peer/step/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/builtin/AuthorRules.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/builtin/BuiltinBackend.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/builtin/BuiltinChat.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/builtin/BuiltinJobs.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/builtin/BuiltinSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/builtin/EarlierWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/builtin/Interests.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/builtin/PhrasedResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/builtin/PlainQuestions.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/builtin/ReaderRules.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/builtin/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/Alerts.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/ClockRepair.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/Courier.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/DailyDigest.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/Health.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/HealthSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/Judges.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/Notice.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/Notices.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/OwnAgents.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/OwnersTurn.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/SocietyJudges.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/SocietyStatus.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/StoredTimes.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/health/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/ApiVersion.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/EarlierAcceptance.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/ExtensionKind.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/Extensions.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/JarOnlyClassLoader.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/LoadedPlugins.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginCatalog.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginCopies.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginException.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginFolders.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginInstaller.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginManifest.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginRecords.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginState.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/Provision.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/plugin/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/CommandRunner.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/ComponentConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/ComponentRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/Due.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/EarlierCommands.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/OwnCommands.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/SchedulerConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/SchedulerSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/SchedulerState.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/ShellCommandRunner.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/StepWork.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/Steps.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/StopSignal.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/Tick.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/TickEvent.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/TickPlan.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/TickResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/TickRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/runtime/scheduler/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Board.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/BoardPolicy.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/BoardSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/BoardUpkeep.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Claim.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Claims.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Comments.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Deadlines.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Escalation.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/GraphSvg.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/ItemPointer.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/LastResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Move.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Offer.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/OfferArrivals.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Offers.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Outcomes.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Plan.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/PlanOrder.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/PlannedTask.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/PlannedTasks.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Ratings.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/ReadyPlace.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/ReviewGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Reviews.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Task.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskAction.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskAttempt.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskChange.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskComment.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskEdits.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskFailure.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskFilter.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskGraph.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskRow.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskState.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/TaskTexts.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/Worker.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/WorkerNames.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/board/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/ChainAction.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/ChainBackend.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/ChainClient.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/ChainException.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/ChainLog.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/ChainSender.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/ChainSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/ChainTransaction.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/ChainVariables.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/MockChain.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/TaskRating.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/TaskReceipt.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/VerdictRatings.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/chain/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/channels/AnswerChannel.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/channels/TextChunks.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/channels/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/dispatch/OutsideWork.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/dispatch/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/Ballot.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/Bullet.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/ChangeCost.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/ChangeProposal.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/Diagnosis.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/Evolution.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/EvolutionChange.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/EvolutionPast.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/EvolutionRest.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/PairedTest.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/PromptBlock.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/TrailEvent.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/TrialPair.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/TrialResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/evolution/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/Acceptance.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/ActionDenied.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/Claimed.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/CronSlots.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/Dispatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/EventActors.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/EventKinds.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/EventThread.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/Hook.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookActions.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookAsides.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookBounds.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookCause.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookCompiler.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookDeclaration.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookEnvironment.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookExecutables.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookInput.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookProcess.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookPrograms.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookRunFolders.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookRuns.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookScript.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookSlots.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookTrial.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookTriggers.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookTrouble.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HookUpkeep.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HooksSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HotHook.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/HotHooks.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/Matching.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/ModelQuestion.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/Occurrence.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/Webhook.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/WebhookPolicy.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/WebhookServer.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/hooks/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/ingress/Incoming.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/ingress/Ingress.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/ingress/IngressGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/ingress/SessionPeers.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/ingress/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/Arrival.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/Arrivals.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/Bus.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/Correspondent.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/Departures.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/Mail.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/MailAddress.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/MailGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/MailRetention.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/MailSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/MailState.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/MailTexts.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/Mailboxes.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/Overdue.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/Receipts.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/Sending.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/mail/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/AgentArchive.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/AgentMemory.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Assessments.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/CarriedItem.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/CarriedSession.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Causes.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/ConflictScan.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Culture.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/DataLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Domain.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Echo.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Folded.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/GroupDeparture.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/GroupMember.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/GroupMemory.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Groups.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/HookSession.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/HotApart.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/HotChain.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/HotContext.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/HotMemory.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/HotText.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/ItemBody.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/ItemChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/ItemDraft.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/ItemFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/ItemFilter.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/ItemRemoval.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/ItemRows.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/ItemTexts.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/ItemType.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/ItemWording.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/ItemWriter.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Items.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/LongNote.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryApproval.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryBeginning.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryEvents.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryFiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryFolder.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryGroup.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryHolder.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryItem.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryNumbers.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryObserver.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryRetention.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemorySearch.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemorySession.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemorySettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MemoryTexts.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/MetNodes.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Novelty.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/PerMille.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Scopes.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/SessionNotes.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/SessionStart.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/SharedArrivals.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/SharedGroup.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/SharedGroups.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/SharedItems.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/SharedKeys.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/SharedRotations.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/SharedSending.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/SharedText.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Statement.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Transcript.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/Transience.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/TrustProposals.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/TrustScores.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/memory/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/Blend.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/Embedder.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/IndexCheck.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/Indexed.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/NamedDates.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/PassageId.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/PorterStemmer.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/QueryVector.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/Ranker.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/RecallHit.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/RecallIndex.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/RecallLimits.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/RecallSearch.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/Similarity.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/Terms.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/VectorIndex.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/Vectors.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/WordIndex.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/WordRanking.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/recall/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/AgentStanding.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/AxisScores.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/Consensus.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/Dimension.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/EndedAttempt.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/Factors.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/Judgment.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/PastReview.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/Reputation.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/ReputationRetention.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/ReputationSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/ReviewHistory.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/ReviewVerdict.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/ReviewWeights.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/ScoreChange.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/ScoresSvg.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/Statistics.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/StoredReview.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/Trend.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/reputation/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/returning/Absence.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/returning/Bundle.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/returning/ReturnSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/returning/Returns.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/returning/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/AgentDispatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/AgentSession.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/AgentTurn.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/Answers.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/CallState.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/Channel.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/Dispatches.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/InputState.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/LearnedWindow.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/MemberTurns.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/MessageQueue.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/Persona.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/Personas.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/PromptSize.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/QueueMode.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/Routes.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/SessionFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/SessionFilter.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/SessionInput.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/SessionNames.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/Sessions.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/SessionsSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/SmartRouting.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/ThreadCompaction.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/ThreadMessages.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/TurnCall.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/TurnLog.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/TurnMessage.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/TurnState.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/TurnThread.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/TurnTime.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/Ulid.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/sessions/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/swarm/Swarm.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/swarm/SwarmFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/swarm/SwarmManifest.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/swarm/SwarmObserver.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/swarm/SwarmRounds.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/swarm/SwarmSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/swarm/SwarmStrategy.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/swarm/SwarmTasks.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/swarm/Swarms.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/swarm/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/Autonomy.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/ChangeAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/ChangeDrafts.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/ChangeFiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/ChangeTrials.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/ChangeVotes.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/ChromaClient.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/ChromaMemory.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/CompareAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/EvolutionModels.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/EvolutionWork.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/Evolving.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/GivenMail.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/Incarnation.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/Later.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/LongMemory.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/MemberActions.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/MemberLoop.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/MemberModel.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/MemberPrompt.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/MemberPulse.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/OwnMemory.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/PastTasks.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/PlanAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/ReviewAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/Sharing.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/Skills.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/Team.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamBudget.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamChanges.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamFiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamGroup.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamKeys.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamMember.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamRetention.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamRuns.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/TeamWork.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/VoteAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/WorkResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/society/team/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Announced.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Approval.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Archive.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Change.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/ChangeSet.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Collection.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/DiscoveryQueue.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Event.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/ExclusiveStore.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/ForwardingStore.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Inbox.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/InboxId.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Introduction.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/ItemFault.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/KnownBy.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/LastDay.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Lease.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/LogEntry.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/LogFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/LogTail.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/MarkdownRow.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Message.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Messages.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/NodeBusyException.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/NodeCollections.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/NodeCounts.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/NodeWait.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/ObjectStore.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Outbox.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/OutboxId.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/OutboxItems.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/OutboxKind.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/OwnEndorsements.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Peer.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/PeerCells.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/PeerEviction.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/PeerIdentities.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/PeerNames.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/PeerRows.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/PeerTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/PeersDocument.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/PeersMerge.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/RejectedEnvelope.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/RenderedPeers.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/SecretGuard.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/SeenEnvelopes.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/SetAside.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/SetAsideItem.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Standing.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/StateDocument.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/StorageQuota.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Store.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/StoreException.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/StoreProvider.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/StoreSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/StoredClass.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/StoredLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/Stores.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/StrangersEntries.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/StrangersEntry.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/SubscriberSeats.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/SubscriptionRequest.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/copy/Backup.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/copy/BackupArchive.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/copy/BackupManifest.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/copy/Migration.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/copy/MigrationMarker.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/copy/MigrationResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/copy/NodeFiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/copy/Restore.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/copy/StoreContents.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/copy/StoreCopy.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/copy/StoreDigest.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/copy/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/DayFiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/EntryFiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/FileChanges.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/FileLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/FileOperations.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/FileRedo.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/FileStore.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/FileStoreProvider.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/MembersFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/Operation.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/RenderedCollection.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/SortedLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/file/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/package-info.java
// FILES
// META-INF/services/java.net.spi.InetAddressResolverProvider=src/main/resources/META-INF/services/java.net.spi.InetAddressResolverProvider
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V10__retention.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V10__retention.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V11__access.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V11__access.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V12__grants.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V12__grants.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V13__hooks.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V13__hooks.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V14__tokens.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V14__tokens.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V15__turns.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V15__turns.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V16__passphrase.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V16__passphrase.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V17__shown.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V17__shown.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V18__mail_turns.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V18__mail_turns.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V19__recall.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V19__recall.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V1__ledger.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V1__ledger.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V20__memory.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V20__memory.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V21__task_comment.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V21__task_comment.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V22__own_channel.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V22__own_channel.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V23__sessions.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V23__sessions.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V24__memory_tables.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V24__memory_tables.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V25__shared_groups.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V25__shared_groups.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V26__swarms.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V26__swarms.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V27__returns.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V27__returns.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V28__reputation.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V28__reputation.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V29__dispatches.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V29__dispatches.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V2__agents.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V2__agents.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V30__chain.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V30__chain.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V31__routes.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V31__routes.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V32__vectors.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V32__vectors.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V33__member_turns.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V33__member_turns.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V34__evolution.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V34__evolution.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V35__lean_turns.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V35__lean_turns.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V36__review_calls.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V36__review_calls.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V37__session_use.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V37__session_use.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V38__request_turns.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V38__request_turns.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V39__foreign_memory.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V39__foreign_memory.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V3__board.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V3__board.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V40__evolution_cost.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V40__evolution_cost.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V41__set_aside.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V41__set_aside.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V42__recall_analysis.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V42__recall_analysis.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V43__model_window.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V43__model_window.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V4__mail.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V4__mail.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V5__team.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V5__team.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V6__access.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V6__access.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V7__grants.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V7__grants.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V8__hooks.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V8__hooks.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V9__team.sql=src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V9__team.sql
// FILES
// org/sovereignbook/sbp/frontend/mcp/opencode-memory.js=src/main/resources/org/sovereignbook/sbp/frontend/mcp/opencode-memory.js
// FILES
// org/sovereignbook/sbp/ops/demo/chat.txt=src/main/resources/org/sovereignbook/sbp/ops/demo/chat.txt
// FILES
// org/sovereignbook/sbp/ops/demo/memory.txt=src/main/resources/org/sovereignbook/sbp/ops/demo/memory.txt
// FILES
// org/sovereignbook/sbp/ops/demo/reputation-model.sh=src/main/resources/org/sovereignbook/sbp/ops/demo/reputation-model.sh
// FILES
// org/sovereignbook/sbp/ops/demo/reputation-team.yaml=src/main/resources/org/sovereignbook/sbp/ops/demo/reputation-team.yaml
// FILES
// org/sovereignbook/sbp/ops/demo/reputation.txt=src/main/resources/org/sovereignbook/sbp/ops/demo/reputation.txt
// FILES
// org/sovereignbook/sbp/ops/demo/swarm-model.sh=src/main/resources/org/sovereignbook/sbp/ops/demo/swarm-model.sh
// FILES
// org/sovereignbook/sbp/ops/demo/swarm.txt=src/main/resources/org/sovereignbook/sbp/ops/demo/swarm.txt
// FILES
// org/sovereignbook/sbp/society/memory/contradictions.txt=src/main/resources/org/sovereignbook/sbp/society/memory/contradictions.txt
// FILES
// org/sovereignbook/sbp/society/memory/fillers.txt=src/main/resources/org/sovereignbook/sbp/society/memory/fillers.txt
// FILES
// org/sovereignbook/sbp/society/memory/novelty.txt=src/main/resources/org/sovereignbook/sbp/society/memory/novelty.txt
// FILES
// org/sovereignbook/sbp/society/memory/transient.txt=src/main/resources/org/sovereignbook/sbp/society/memory/transient.txt
// FILES web/access.js=src/main/resources/web/access.js
// FILES web/agents.js=src/main/resources/web/agents.js
// FILES web/api.js=src/main/resources/web/api.js
// FILES web/board.js=src/main/resources/web/board.js
// FILES web/charts.js=src/main/resources/web/charts.js
// FILES web/cost.js=src/main/resources/web/cost.js
// FILES web/icon.svg=src/main/resources/web/icon.svg
// FILES web/index.html=src/main/resources/web/index.html
// FILES web/main.js=src/main/resources/web/main.js
// FILES web/memory.js=src/main/resources/web/memory.js
// FILES web/now.js=src/main/resources/web/now.js
// FILES web/page.css=src/main/resources/web/page.css
// FILES web/parts.js=src/main/resources/web/parts.js
// FILES web/peers.js=src/main/resources/web/peers.js
// FILES web/settings.js=src/main/resources/web/settings.js
// FILES web/talk.js=src/main/resources/web/talk.js
// FILES web/timeline.js=src/main/resources/web/timeline.js
// FILES
// sources/org/sovereignbook/sbp/peer/author/AuthorJob.java=src/main/java/org/sovereignbook/sbp/peer/author/AuthorJob.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/AuthorPostprocess.java=src/main/java/org/sovereignbook/sbp/peer/author/AuthorPostprocess.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/AuthorResult.java=src/main/java/org/sovereignbook/sbp/peer/author/AuthorResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/Draft.java=src/main/java/org/sovereignbook/sbp/peer/author/Draft.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/FrontMatter.java=src/main/java/org/sovereignbook/sbp/peer/author/FrontMatter.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/Piece.java=src/main/java/org/sovereignbook/sbp/peer/author/Piece.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/Publication.java=src/main/java/org/sovereignbook/sbp/peer/author/Publication.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/ReceivedTitles.java=src/main/java/org/sovereignbook/sbp/peer/author/ReceivedTitles.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/ReplyNotification.java=src/main/java/org/sovereignbook/sbp/peer/author/ReplyNotification.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/package-info.java=src/main/java/org/sovereignbook/sbp/peer/author/package-info.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Attempt.java=src/main/java/org/sovereignbook/sbp/peer/delivery/Attempt.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Batch.java=src/main/java/org/sovereignbook/sbp/peer/delivery/Batch.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Connectivity.java=src/main/java/org/sovereignbook/sbp/peer/delivery/Connectivity.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Delivery.java=src/main/java/org/sovereignbook/sbp/peer/delivery/Delivery.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/DeliveryEvents.java=src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryEvents.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/DeliveryResult.java=src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/DeliveryRun.java=src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryRun.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/DeliverySettings.java=src/main/java/org/sovereignbook/sbp/peer/delivery/DeliverySettings.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/DeliveryState.java=src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryState.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/EnvelopeTimes.java=src/main/java/org/sovereignbook/sbp/peer/delivery/EnvelopeTimes.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/FailedItems.java=src/main/java/org/sovereignbook/sbp/peer/delivery/FailedItems.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/ItemReader.java=src/main/java/org/sovereignbook/sbp/peer/delivery/ItemReader.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/OutboxAsides.java=src/main/java/org/sovereignbook/sbp/peer/delivery/OutboxAsides.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/OutboxRepair.java=src/main/java/org/sovereignbook/sbp/peer/delivery/OutboxRepair.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/OutgoingItem.java=src/main/java/org/sovereignbook/sbp/peer/delivery/OutgoingItem.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Poster.java=src/main/java/org/sovereignbook/sbp/peer/delivery/Poster.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Receipt.java=src/main/java/org/sovereignbook/sbp/peer/delivery/Receipt.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/RecipientState.java=src/main/java/org/sovereignbook/sbp/peer/delivery/RecipientState.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Results.java=src/main/java/org/sovereignbook/sbp/peer/delivery/Results.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Successors.java=src/main/java/org/sovereignbook/sbp/peer/delivery/Successors.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/UnreachedFollowers.java=src/main/java/org/sovereignbook/sbp/peer/delivery/UnreachedFollowers.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/package-info.java=src/main/java/org/sovereignbook/sbp/peer/delivery/package-info.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/FolderWalk.java=src/main/java/org/sovereignbook/sbp/peer/maintenance/FolderWalk.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/Git.java=src/main/java/org/sovereignbook/sbp/peer/maintenance/Git.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/GitHistory.java=src/main/java/org/sovereignbook/sbp/peer/maintenance/GitHistory.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/HandoffReport.java=src/main/java/org/sovereignbook/sbp/peer/maintenance/HandoffReport.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/Maintenance.java=src/main/java/org/sovereignbook/sbp/peer/maintenance/Maintenance.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/MaintenanceResult.java=src/main/java/org/sovereignbook/sbp/peer/maintenance/MaintenanceResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/MaintenanceSettings.java=src/main/java/org/sovereignbook/sbp/peer/maintenance/MaintenanceSettings.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/StatusReport.java=src/main/java/org/sovereignbook/sbp/peer/maintenance/StatusReport.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/package-info.java=src/main/java/org/sovereignbook/sbp/peer/maintenance/package-info.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Announcements.java=src/main/java/org/sovereignbook/sbp/peer/network/Announcements.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Discovery.java=src/main/java/org/sovereignbook/sbp/peer/network/Discovery.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/EndorsementFetch.java=src/main/java/org/sovereignbook/sbp/peer/network/EndorsementFetch.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/FetchPool.java=src/main/java/org/sovereignbook/sbp/peer/network/FetchPool.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Follow.java=src/main/java/org/sovereignbook/sbp/peer/network/Follow.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/FollowResult.java=src/main/java/org/sovereignbook/sbp/peer/network/FollowResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/IdentityChange.java=src/main/java/org/sovereignbook/sbp/peer/network/IdentityChange.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Network.java=src/main/java/org/sovereignbook/sbp/peer/network/Network.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/NetworkMemory.java=src/main/java/org/sovereignbook/sbp/peer/network/NetworkMemory.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/NetworkOutbox.java=src/main/java/org/sovereignbook/sbp/peer/network/NetworkOutbox.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/NetworkResult.java=src/main/java/org/sovereignbook/sbp/peer/network/NetworkResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/NetworkRun.java=src/main/java/org/sovereignbook/sbp/peer/network/NetworkRun.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/NetworkSettings.java=src/main/java/org/sovereignbook/sbp/peer/network/NetworkSettings.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/NewKeys.java=src/main/java/org/sovereignbook/sbp/peer/network/NewKeys.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/OwnIdentity.java=src/main/java/org/sovereignbook/sbp/peer/network/OwnIdentity.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Promotion.java=src/main/java/org/sovereignbook/sbp/peer/network/Promotion.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Seeds.java=src/main/java/org/sovereignbook/sbp/peer/network/Seeds.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Subscriptions.java=src/main/java/org/sovereignbook/sbp/peer/network/Subscriptions.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/package-info.java=src/main/java/org/sovereignbook/sbp/peer/network/package-info.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Action.java=src/main/java/org/sovereignbook/sbp/peer/reader/Action.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/BatchMemory.java=src/main/java/org/sovereignbook/sbp/peer/reader/BatchMemory.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ContentFetch.java=src/main/java/org/sovereignbook/sbp/peer/reader/ContentFetch.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Decision.java=src/main/java/org/sovereignbook/sbp/peer/reader/Decision.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/DecisionExecution.java=src/main/java/org/sovereignbook/sbp/peer/reader/DecisionExecution.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/DecisionRules.java=src/main/java/org/sovereignbook/sbp/peer/reader/DecisionRules.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/DecisionsFile.java=src/main/java/org/sovereignbook/sbp/peer/reader/DecisionsFile.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/DigestBatch.java=src/main/java/org/sovereignbook/sbp/peer/reader/DigestBatch.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/DigestItem.java=src/main/java/org/sovereignbook/sbp/peer/reader/DigestItem.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/FetchTries.java=src/main/java/org/sovereignbook/sbp/peer/reader/FetchTries.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Gate.java=src/main/java/org/sovereignbook/sbp/peer/reader/Gate.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/InboxQueue.java=src/main/java/org/sovereignbook/sbp/peer/reader/InboxQueue.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Item.java=src/main/java/org/sovereignbook/sbp/peer/reader/Item.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Judge.java=src/main/java/org/sovereignbook/sbp/peer/reader/Judge.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/OwnSubscriptions.java=src/main/java/org/sovereignbook/sbp/peer/reader/OwnSubscriptions.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/PeersOfDigest.java=src/main/java/org/sovereignbook/sbp/peer/reader/PeersOfDigest.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/PostprocessResult.java=src/main/java/org/sovereignbook/sbp/peer/reader/PostprocessResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/PreprocessResult.java=src/main/java/org/sovereignbook/sbp/peer/reader/PreprocessResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderContext.java=src/main/java/org/sovereignbook/sbp/peer/reader/ReaderContext.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderGates.java=src/main/java/org/sovereignbook/sbp/peer/reader/ReaderGates.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderJob.java=src/main/java/org/sovereignbook/sbp/peer/reader/ReaderJob.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderOutbox.java=src/main/java/org/sovereignbook/sbp/peer/reader/ReaderOutbox.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderPostprocess.java=src/main/java/org/sovereignbook/sbp/peer/reader/ReaderPostprocess.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderPreprocess.java=src/main/java/org/sovereignbook/sbp/peer/reader/ReaderPreprocess.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderSettings.java=src/main/java/org/sovereignbook/sbp/peer/reader/ReaderSettings.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReceivedEnvelope.java=src/main/java/org/sovereignbook/sbp/peer/reader/ReceivedEnvelope.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Reshares.java=src/main/java/org/sovereignbook/sbp/peer/reader/Reshares.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/SteeringPhrases.java=src/main/java/org/sovereignbook/sbp/peer/reader/SteeringPhrases.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/StrangerTurn.java=src/main/java/org/sovereignbook/sbp/peer/reader/StrangerTurn.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/package-info.java=src/main/java/org/sovereignbook/sbp/peer/reader/package-info.java
// FILES templates/AGENTS.md=../templates/AGENTS.md
// FILES templates/CLAUDE.md=../templates/CLAUDE.md
// FILES templates/HANDOFF-REPORT.md=../templates/HANDOFF-REPORT.md
// FILES templates/access-expectations.yaml=../templates/access-expectations.yaml
// FILES templates/access/automation.yaml=../templates/access/automation.yaml
// FILES templates/access/default.yaml=../templates/access/default.yaml
// FILES templates/access/groups.yaml=../templates/access/groups.yaml
// FILES templates/access/hours.yaml=../templates/access/hours.yaml
// FILES templates/access/owner.yaml=../templates/access/owner.yaml
// FILES templates/access/people.yaml=../templates/access/people.yaml
// FILES templates/access/unknown.yaml=../templates/access/unknown.yaml
// FILES templates/ethos/default.md=../templates/ethos/default.md
// FILES templates/ethos/prompted.md=../templates/ethos/prompted.md
// FILES templates/gitignore=../templates/gitignore
// FILES templates/hooks/hook.java=../templates/hooks/hook.java
// FILES templates/hooks/hook.py=../templates/hooks/hook.py
// FILES templates/hooks/hook.sh=../templates/hooks/hook.sh
// FILES templates/lib.md=../templates/lib.md
// FILES templates/page.css=../templates/page.css
// FILES templates/page.html=../templates/page.html
// FILES templates/plugin/llm.java=../templates/plugin/llm.java
// FILES templates/plugin/store.java=../templates/plugin/store.java
// FILES templates/sbp.sh=../templates/sbp.sh
// FILES templates/script.sh=../templates/script.sh
// FILES templates/services/README.md=../templates/services/README.md
// FILES templates/services/crontab=../templates/services/crontab
// FILES templates/services/serve.plist=../templates/services/serve.plist
// FILES templates/services/serve.service=../templates/services/serve.service
// FILES templates/services/serve.xml=../templates/services/serve.xml
// FILES templates/services/tick.plist=../templates/services/tick.plist
// FILES templates/services/tick.service=../templates/services/tick.service
// FILES templates/services/tick.timer=../templates/services/tick.timer
// FILES templates/services/tick.xml=../templates/services/tick.xml
// FILES templates/team/_base.md=../templates/team/_base.md
// FILES templates/team/coding.md=../templates/team/coding.md
// FILES templates/team/planning.md=../templates/team/planning.md
// FILES templates/team/review.md=../templates/team/review.md
// FILES templates/team/team.yaml=../templates/team/team.yaml
// FILES examples/demo/README.md=../examples/demo/README.md
// FILES
// examples/demo/ferrule/drafts/1-sharpen-before-you-buy.md=../examples/demo/ferrule/drafts/1-sharpen-before-you-buy.md
// FILES
// examples/demo/ferrule/drafts/2-the-lending-book.md=../examples/demo/ferrule/drafts/2-the-lending-book.md
// FILES
// examples/demo/ferrule/drafts/3-a-handle-remembers-the-weather.md=../examples/demo/ferrule/drafts/3-a-handle-remembers-the-weather.md
// FILES
// examples/demo/ferrule/drafts/4-a-tally-that-somebody-kept.md=../examples/demo/ferrule/drafts/4-a-tally-that-somebody-kept.md
// FILES examples/demo/ferrule/ethos.md=../examples/demo/ferrule/ethos.md
// FILES
// examples/demo/isobar/drafts/1-three-kinds-of-fog.md=../examples/demo/isobar/drafts/1-three-kinds-of-fog.md
// FILES
// examples/demo/isobar/drafts/2-what-seventy-percent-means.md=../examples/demo/isobar/drafts/2-what-seventy-percent-means.md
// FILES
// examples/demo/isobar/drafts/3-the-frost-that-was-not-in-the-forecast.md=../examples/demo/isobar/drafts/3-the-frost-that-was-not-in-the-forecast.md
// FILES
// examples/demo/isobar/drafts/4-on-soil-as-a-rain-gauge.md=../examples/demo/isobar/drafts/4-on-soil-as-a-rain-gauge.md
// FILES examples/demo/isobar/ethos.md=../examples/demo/isobar/ethos.md
// FILES
// examples/demo/leaven/drafts/1-the-dough-knows-the-weather.md=../examples/demo/leaven/drafts/1-the-dough-knows-the-weather.md
// FILES
// examples/demo/leaven/drafts/2-how-to-lend-a-starter.md=../examples/demo/leaven/drafts/2-how-to-lend-a-starter.md
// FILES
// examples/demo/leaven/drafts/3-an-oven-has-a-map.md=../examples/demo/leaven/drafts/3-an-oven-has-a-map.md
// FILES examples/demo/leaven/ethos.md=../examples/demo/leaven/ethos.md
// FILES
// examples/demo/loam/drafts/1-rain-is-not-watering.md=../examples/demo/loam/drafts/1-rain-is-not-watering.md
// FILES
// examples/demo/loam/drafts/2-saving-seed-from-the-wrong-tomato.md=../examples/demo/loam/drafts/2-saving-seed-from-the-wrong-tomato.md
// FILES
// examples/demo/loam/drafts/3-compost-keeps-a-diary.md=../examples/demo/loam/drafts/3-compost-keeps-a-diary.md
// FILES
// examples/demo/loam/drafts/4-a-spade-has-an-edge-too.md=../examples/demo/loam/drafts/4-a-spade-has-an-edge-too.md
// FILES examples/demo/loam/ethos.md=../examples/demo/loam/ethos.md
// FILES
// examples/demo/meridian/drafts/1-the-path-that-is-only-there-in-summer.md=../examples/demo/meridian/drafts/1-the-path-that-is-only-there-in-summer.md
// FILES
// examples/demo/meridian/drafts/2-names-that-only-old-people-use.md=../examples/demo/meridian/drafts/2-names-that-only-old-people-use.md
// FILES
// examples/demo/meridian/drafts/3-a-coast-has-no-length.md=../examples/demo/meridian/drafts/3-a-coast-has-no-length.md
// FILES examples/demo/meridian/ethos.md=../examples/demo/meridian/ethos.md
// FILES examples/demo/profiles.txt=../examples/demo/profiles.txt
// FILES
// examples/demo/stile/drafts/1-a-path-is-a-vote.md=../examples/demo/stile/drafts/1-a-path-is-a-vote.md
// FILES
// examples/demo/stile/drafts/2-four-ways-over-a-wall.md=../examples/demo/stile/drafts/2-four-ways-over-a-wall.md
// FILES
// examples/demo/stile/drafts/3-turning-back.md=../examples/demo/stile/drafts/3-turning-back.md
// FILES examples/demo/stile/ethos.md=../examples/demo/stile/ethos.md
// FILES
// examples/demo/vigil/drafts/1-ten-minutes-of-dark.md=../examples/demo/vigil/drafts/1-ten-minutes-of-dark.md
// FILES
// examples/demo/vigil/drafts/2-frost-is-good-seeing.md=../examples/demo/vigil/drafts/2-frost-is-good-seeing.md
// FILES
// examples/demo/vigil/drafts/3-the-moon-is-late.md=../examples/demo/vigil/drafts/3-the-moon-is-late.md
// FILES examples/demo/vigil/ethos.md=../examples/demo/vigil/ethos.md
// FILES
// examples/demo/wrack/drafts/1-counting-the-same-pool.md=../examples/demo/wrack/drafts/1-counting-the-same-pool.md
// FILES
// examples/demo/wrack/drafts/2-what-the-wind-does-to-the-tide.md=../examples/demo/wrack/drafts/2-what-the-wind-does-to-the-tide.md
// FILES
// examples/demo/wrack/drafts/3-the-tide-line-is-a-newspaper.md=../examples/demo/wrack/drafts/3-the-tide-line-is-a-newspaper.md
// FILES examples/demo/wrack/ethos.md=../examples/demo/wrack/ethos.md
// FILES examples/team/files.txt=../examples/team/files.txt
// FILES examples/team/planner.sh=../examples/team/planner.sh
// FILES examples/team/project/greet.sh=../examples/team/project/greet.sh
// FILES examples/team/project/phase.sh=../examples/team/project/phase.sh
// FILES examples/team/project/words.sh=../examples/team/project/words.sh
// FILES examples/team/reviewer.sh=../examples/team/reviewer.sh
// FILES examples/team/skills/_base.md=../examples/team/skills/_base.md
// FILES examples/team/skills/planning.md=../examples/team/skills/planning.md
// FILES examples/team/skills/review.md=../examples/team/skills/review.md
// FILES examples/team/team.yaml=../examples/team/team.yaml
// FILES examples/team/worker.sh=../examples/team/worker.sh
// FILES prompts/CLAUDE-AUTHOR.md=../prompts/CLAUDE-AUTHOR.md
// FILES prompts/CLAUDE-COMPACTOR.md=../prompts/CLAUDE-COMPACTOR.md
// FILES prompts/CLAUDE-ETHOS.md=../prompts/CLAUDE-ETHOS.md
// FILES prompts/CLAUDE-READER.md=../prompts/CLAUDE-READER.md
// FILES prompts/STEERING-PHRASES.txt=../prompts/STEERING-PHRASES.txt
// FILES prompts/TEAM-COMPARER.md=../prompts/TEAM-COMPARER.md
// FILES prompts/TEAM-EVOLUTION.md=../prompts/TEAM-EVOLUTION.md
// FILES prompts/TEAM-PLANNER.md=../prompts/TEAM-PLANNER.md
// FILES prompts/TEAM-REVIEWER.md=../prompts/TEAM-REVIEWER.md
// FILES prompts/TEAM-VOTER.md=../prompts/TEAM-VOTER.md
// FILES prompts/TEAM-WORKER.md=../prompts/TEAM-WORKER.md
