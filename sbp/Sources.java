// The program and its library, each file by its name: JBang follows no wildcard behind a URL.
// Written by JBangCatalogTest with -Dsbp.write=true; not to be edited.
// JAVA 25+
// DEPS tools.jackson.core:jackson-core:3.2.4
// DEPS org.snakeyaml:snakeyaml-engine:3.2
// DEPS org.commonmark:commonmark:0.32.0
// DEPS org.commonmark:commonmark-ext-gfm-tables:0.32.0
// DEPS org.bouncycastle:bcprov-jdk18on:1.87
// DEPS org.pf4j:pf4j:3.15.0
// DEPS org.slf4j:slf4j-nop:2.0.20
// DEPS org.jspecify:jspecify:1.0.1
// DEPS org.xerial:sqlite-jdbc:3.54.1.0
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Access.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/AccessDecision.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/AccessOutcome.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/AccessRequest.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/AccessRequests.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/AccessSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Approvals.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/AuthoritySnapshot.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Beginning.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Bounds.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Circumstances.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Condition.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/DataAccess.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/DeclaredTools.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Entities.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/EntityTable.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Evaluation.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Expectations.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Explanation.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Globs.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Grant.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Grants.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/OwnerPassphrase.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/OwnerProof.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Policies.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Policy.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/PolicyFields.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/PolicyFile.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/PolicyLint.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/PolicyReader.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/PolicySet.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/PrincipalMatch.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/ProofRule.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/RateLimit.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/RecordedDecision.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/RequestLimits.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/RequestedCalls.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Requester.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/SessionKey.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/ShownText.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/TimeRange.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/ToolFeature.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/ToolSet.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/Withdrawal.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/access/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/Agent.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/AgentFeature.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/AgentId.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/AgentKeys.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/AgentReach.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/AgentRetention.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/AgentRows.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/AgentStatus.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/AgentType.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/Agents.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/AgentsSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/Caller.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/Capabilities.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/CapabilityDenied.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/Effective.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/GroupRole.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/HeldTokens.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/Lifecycle.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/MemoryRights.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/MemoryScope.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/NamedEntity.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/OwnerConnection.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/ParallelCalls.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/Permissions.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/Posture.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/Registration.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/Roster.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/TokenHolders.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/Tokens.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/ToolCall.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/ToolRights.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/TrustTier.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/agents/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/Ahead.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/AuditAnchors.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/AuditChain.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/AuditCheck.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/AuditEnds.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/AuditEntry.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/AuditLog.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/AuditRow.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/AuditSeal.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/AuditUpkeep.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/AuditWalk.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/Authority.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/Cause.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/EventFilter.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/EventLog.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/EventObserver.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/FeaturePart.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/HandOver.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/Ledger.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/LedgerEvent.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/LedgerFeature.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/LedgerProvider.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/Principal.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/Remedies.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/Retention.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/Schema.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/SealedKeys.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/SetAsides.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/SocietyException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/SocietyFolder.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/SocietyMove.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/SocietyPages.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/SocietySettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/SocietyTables.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/SqliteLedgerProvider.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/StoredContent.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/StoredEvent.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/Subject.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/TableScript.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/Transaction.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/Turns.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/Upkeep.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/ledger/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/Columns.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/Database.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/Dialect.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/IdleStatements.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/NativeLibrary.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/OwnChanges.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/Rows.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/Sql.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/SqlFailure.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/SqliteDatabase.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/StoredTable.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/StoredText.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/WriterQueue.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/authority/sql/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/Base64Url.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/ContentHash.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/ContentKey.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/Ed25519.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/Fingerprint.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/KeyPair.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/KeyedCode.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/PassphraseHash.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/PrivateKey.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/PublicKey.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/Sealed.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/Sealing.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/SecretException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/Secrets.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/Sha256.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/Signature.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/Signing.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/crypto/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/Cut.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/EditableJson.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/Escapes.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/Jcs.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonArray.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonBoolean.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonComments.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonDecimal.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonInteger.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonNull.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonObject.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonReader.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonSchema.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonSearch.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonString.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonText.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonTexts.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonValue.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/JsonWriter.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/MalformedJson.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/Misfit.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/Shape.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/ShapeReader.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/UtcTime.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/Words.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/json/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/AgentMail.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Checked.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Code.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Content.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/DisplayName.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Endorsement.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Endpoint.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Envelope.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/EnvelopeValidator.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Fields.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/GroupList.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/GroupMail.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/IdentityDocument.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Limits.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/MailReceipt.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/MailType.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/MessageType.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Payload.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Payloads.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Protocol.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/RejectedException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Rejection.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Rotation.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/TaskOffer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/TaskResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/Timestamp.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/TrustState.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/protocol/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/yaml/MalformedYaml.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/yaml/Yaml.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/yaml/YamlWriter.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/base/yaml/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/chat/Cancellation.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/chat/ChatBackend.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/chat/ChatCall.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/chat/ChatListener.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/chat/ChatMessage.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/chat/ChatReply.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/chat/ChatRequest.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/chat/ChatTool.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/chat/MessagePairs.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/chat/ToolServer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/chat/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/AgentResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/AgentRunner.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/AgentSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/Beneficiaries.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/CallBudget.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/CallCauses.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/CallLedger.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/CallLimit.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/CallRecord.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/CallShare.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/CallSize.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/Calls.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/ChatCalls.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/Costs.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/DailyLimits.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/Job.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/JobRun.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/LedgerArchiving.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/LedgerLock.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/LlmStatus.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/SharedCalls.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/judgment/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/ContextWindow.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/LlmAnswer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/LlmBackend.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/LlmException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/LlmPrices.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/LlmRequest.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/LlmUsage.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/NamedModel.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/PromptAssembly.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/Readiness.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/CarriedLogin.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/CliBackend.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/CliEnvironment.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/CliLogin.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/CliProcess.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/CliSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/CodingCli.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/ConversationPrompt.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/LoginFile.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/LoginMerge.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/Scratch.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/Snapshot.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/cli/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/model/llm/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/AddressGuard.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/AnswerReader.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/AnswerTimes.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/Call.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/ClockSkew.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/GuardedResolverProvider.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/HttpConfig.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/HttpPeerClient.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/IoWords.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/PeerClient.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/PeerFetch.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/PeerReply.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/PublicAddresses.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/TimeHeaders.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/http/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/AnswerStream.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/ByteBudget.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/ClientAddress.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/Connection.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/ConnectionInput.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/Connections.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/FaultHandler.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/HeadReader.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/HttpConversation.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/HttpFault.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/HttpLimits.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/ReceivedBody.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/RequestBody.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/RequestHead.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/StrictHttpContext.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/StrictHttpExchange.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/StrictHttpProvider.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/StrictHttpServer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/httpserver/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/CallSlots.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/HttpPeer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpAnswer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpAuthenticator.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpCall.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpCaller.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpChanges.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpClient.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpFeatures.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpHeaders.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpHttp.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpHttpHandler.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpLimits.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpMethods.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpOutcome.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpPeer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpPrompt.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpRequestState.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpResource.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpRevision.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpServer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpSession.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpSessions.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpStdio.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/McpTool.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/RequestIdFinder.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/RpcError.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/RpcLines.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/RpcMessage.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/net/mcp/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Abbreviation.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/AtExit.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/BoundedProcess.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/BuiltList.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/ClockWatch.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Config.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/ConfigException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Disk.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/DiskException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/EditedFile.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Feature.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/FeatureSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Features.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/FileSystemSync.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/FileTree.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/FileWords.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/FolderSync.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/FreeName.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/ItemResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Kept.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/KeyFile.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/KeyFileException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/LocalDisk.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/LocalPath.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/MadeThings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Node.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/NodeException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/NodeHome.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/NodeLock.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/NodeThing.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/NotStartedException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Offspring.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/OperatingSystem.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/OwnerOnly.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Ownership.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/OwnershipException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/PeerText.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Polling.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/ProcessTree.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Programs.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Quoting.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Resources.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/SecretVariables.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/ServiceAdvice.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Setting.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/SettingType.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Settings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Stamped.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/StepResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Subprocess.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Suggestion.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/SystemRandom.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/TextWords.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/TimeJudge.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/UserFolders.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Watchdog.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Wording.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/Workers.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/node/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/author/AuthorJob.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/author/AuthorPostprocess.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/author/AuthorResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/author/Draft.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/author/FrontMatter.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/author/Piece.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/author/Publication.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/author/ReceivedTitles.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/author/ReplyNotification.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/author/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/compactor/Compaction.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/compactor/CompactorJob.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/compactor/CondensedDay.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/compactor/LogFact.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/compactor/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/Attempt.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/Batch.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/Connectivity.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/Delivery.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryEvents.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryRun.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/DeliverySettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryState.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/EnvelopeTimes.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/FailedItems.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/ItemReader.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/OutboxAsides.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/OutboxRepair.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/OutgoingItem.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/Poster.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/Receipt.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/RecipientState.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/Results.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/Successors.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/UnreachedFollowers.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/delivery/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/ethos/EthosJob.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/ethos/EthosPace.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/ethos/EthosRequest.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/ethos/EthosText.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/ethos/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/feed/Conversation.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/feed/Conversations.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/feed/Excerpt.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/feed/Feed.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/feed/FeedPiece.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/feed/People.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/feed/PieceThread.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/feed/Search.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/feed/Someone.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/feed/TextSource.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/feed/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/maintenance/FolderWalk.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/maintenance/Git.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/maintenance/GitHistory.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/maintenance/HandoffReport.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/maintenance/Maintenance.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/maintenance/MaintenanceResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/maintenance/MaintenanceSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/maintenance/StatusReport.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/maintenance/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/markdown/HeadingLevels.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/markdown/Markdown.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/markdown/PlainText.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/markdown/SafeTree.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/markdown/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/Announcements.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/Discovery.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/EndorsementFetch.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/FetchPool.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/Follow.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/FollowResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/IdentityChange.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/Network.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/NetworkMemory.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/NetworkOutbox.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/NetworkResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/NetworkRun.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/NetworkSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/NewKeys.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/OwnIdentity.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/Promotion.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/Seeds.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/Subscriptions.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/network/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/Action.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/Backlog.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/BatchMemory.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/ContentFetch.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/Decision.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/DecisionExecution.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/DecisionRules.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/DecisionsFile.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/DigestBatch.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/DigestItem.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/FetchTries.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/Gate.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/InboxQueue.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/Item.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/Judge.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/OwnSubscriptions.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/PeersOfDigest.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/PostprocessResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/PreprocessResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderContext.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderGates.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderJob.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderOutbox.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderPostprocess.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderPreprocess.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/ReceivedEnvelope.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/Reshares.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/SteeringPhrases.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/StrangerTurn.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/reader/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/Admission.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/Answer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/AtomFeed.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/Budgets.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/CachedFile.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/Documents.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/DuplicateIndex.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/EndorsementPages.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/FeatureRoutes.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/GuestAdmission.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/HeldPost.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/Html.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/InboxBatches.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/InboxKeeping.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/InboxShares.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/NeededRoutes.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/NodeDisk.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/NodeHandler.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/NodeServer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/Pages.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/PiecePage.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/Profile.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/ProfilePage.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/Quota.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/RememberedLimit.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/Route.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/RouteAnswer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/RouteContext.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/RouteFeature.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/RouteRequest.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/RouteServer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/RouteWork.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/ServerLog.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/ServerSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/Site.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/Startup.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/StreamPlaces.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/ThreadDocument.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/ThreadPage.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/TokenBuckets.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/Wanted.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/WebPage.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/server/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/step/Component.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/step/Intervals.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/step/Progress.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/step/RunAsides.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/step/Step.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/step/StepContext.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/peer/step/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/builtin/AuthorRules.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/builtin/BuiltinBackend.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/builtin/BuiltinChat.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/builtin/BuiltinJobs.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/builtin/BuiltinSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/builtin/EarlierWords.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/builtin/Interests.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/builtin/PhrasedResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/builtin/PlainQuestions.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/builtin/ReaderRules.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/builtin/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/feature/NodeFeature.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/feature/SocietyJudge.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/feature/SocietyWork.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/feature/StepWork.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/feature/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/health/Alerts.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/health/ClockRepair.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/health/Courier.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/health/DailyDigest.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/health/Health.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/health/HealthSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/health/Judges.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/health/Notice.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/health/Notices.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/health/OwnAgents.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/health/StoredTimes.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/health/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/ApiVersion.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/EarlierAcceptance.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/ExtensionFeature.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/ExtensionKind.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/Extensions.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/JarOnlyClassLoader.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/LoadedPlugins.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginCatalog.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginCopies.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginFile.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginFolders.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginInstaller.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginManifest.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginRecords.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/PluginState.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/Provision.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/UnbuiltPlugins.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/plugin/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/CommandRunner.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/ComponentConfig.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/ComponentRun.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/Due.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/EarlierCommands.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/OwnCommands.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/SchedulerConfig.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/SchedulerSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/SchedulerState.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/ShellCommandRunner.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/Steps.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/StopSignal.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/Tick.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/TickEvent.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/TickPlan.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/TickResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/TickRun.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/Timer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/TimerFeature.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/runtime/scheduler/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Announced.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Approval.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Archive.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Change.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/ChangeSet.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Collection.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/DiscoveryQueue.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Event.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/ExclusiveStore.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/ForwardingStore.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Inbox.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/InboxId.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Introduction.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/ItemFault.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/KnownBy.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/LastDay.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Lease.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/LogEntry.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/LogFile.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/LogTail.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/MarkdownRow.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Message.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Messages.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/NodeBusyException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/NodeCollections.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/NodeCounts.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/NodeWait.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/ObjectStore.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Outbox.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/OutboxId.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/OutboxItems.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/OutboxKind.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/OwnEndorsements.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Peer.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/PeerCells.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/PeerEviction.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/PeerIdentities.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/PeerNames.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/PeerRows.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/PeerTable.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/PeersDocument.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/PeersMerge.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/RejectedEnvelope.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/RenderedPeers.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/SecretGuard.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/SeenEnvelopes.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/SetAside.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/SetAsideItem.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Standing.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/StateDocument.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/StorageQuota.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Store.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/StoreException.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/StoreProvider.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/StoreSettings.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/StoredClass.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/StoredLines.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/Stores.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/StrangersEntries.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/StrangersEntry.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/SubscriberSeats.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/SubscriptionRequest.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/copy/Backup.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/copy/BackupArchive.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/copy/BackupManifest.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/copy/Migration.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/copy/MigrationMarker.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/copy/MigrationResult.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/copy/NodeFiles.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/copy/Restore.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/copy/StoreContents.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/copy/StoreCopy.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/copy/StoreDigest.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/copy/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/DayFiles.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/EntryFiles.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/FileChanges.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/FileIntake.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/FileLines.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/FileOperations.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/FileRedo.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/FileStore.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/FileStoreProvider.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/IntakeFrame.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/IntakeJournals.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/IntakeLock.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/MembersFile.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/OneName.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/Operation.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/RenderedCollection.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/SortedLines.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/file/package-info.java
// SOURCES node/src/main/java/org/sovereignbook/sbp/store/package-info.java
// FILES
// META-INF/services/java.net.spi.InetAddressResolverProvider=node/src/main/resources/META-INF/services/java.net.spi.InetAddressResolverProvider
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V10__retention.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V10__retention.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V11__access.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V11__access.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V12__grants.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V12__grants.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V13__hooks.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V13__hooks.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V14__tokens.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V14__tokens.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V15__turns.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V15__turns.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V16__passphrase.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V16__passphrase.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V17__shown.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V17__shown.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V18__mail_turns.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V18__mail_turns.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V19__recall.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V19__recall.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V1__ledger.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V1__ledger.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V20__memory.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V20__memory.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V21__task_comment.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V21__task_comment.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V22__own_channel.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V22__own_channel.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V23__sessions.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V23__sessions.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V24__memory_tables.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V24__memory_tables.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V28__reputation.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V28__reputation.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V29__dispatches.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V29__dispatches.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V2__agents.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V2__agents.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V31__routes.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V31__routes.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V32__vectors.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V32__vectors.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V33__member_turns.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V33__member_turns.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V35__lean_turns.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V35__lean_turns.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V36__review_calls.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V36__review_calls.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V37__session_use.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V37__session_use.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V38__request_turns.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V38__request_turns.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V39__foreign_memory.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V39__foreign_memory.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V3__board.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V3__board.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V41__set_aside.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V41__set_aside.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V42__recall_analysis.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V42__recall_analysis.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V43__model_window.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V43__model_window.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V44__owner_proof.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V44__owner_proof.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V45__lean_memory.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V45__lean_memory.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V46__features.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V46__features.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V4__mail.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V4__mail.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V5__team.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V5__team.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V6__access.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V6__access.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V7__grants.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V7__grants.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V8__hooks.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V8__hooks.sql
// FILES
// org/sovereignbook/sbp/authority/ledger/migrations/V9__team.sql=node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations/V9__team.sql
// FILES
// sources/org/sovereignbook/sbp/peer/author/AuthorJob.java=node/src/main/java/org/sovereignbook/sbp/peer/author/AuthorJob.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/AuthorPostprocess.java=node/src/main/java/org/sovereignbook/sbp/peer/author/AuthorPostprocess.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/AuthorResult.java=node/src/main/java/org/sovereignbook/sbp/peer/author/AuthorResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/Draft.java=node/src/main/java/org/sovereignbook/sbp/peer/author/Draft.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/FrontMatter.java=node/src/main/java/org/sovereignbook/sbp/peer/author/FrontMatter.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/Piece.java=node/src/main/java/org/sovereignbook/sbp/peer/author/Piece.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/Publication.java=node/src/main/java/org/sovereignbook/sbp/peer/author/Publication.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/ReceivedTitles.java=node/src/main/java/org/sovereignbook/sbp/peer/author/ReceivedTitles.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/ReplyNotification.java=node/src/main/java/org/sovereignbook/sbp/peer/author/ReplyNotification.java
// FILES
// sources/org/sovereignbook/sbp/peer/author/package-info.java=node/src/main/java/org/sovereignbook/sbp/peer/author/package-info.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Attempt.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/Attempt.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Batch.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/Batch.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Connectivity.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/Connectivity.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Delivery.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/Delivery.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/DeliveryEvents.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryEvents.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/DeliveryResult.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/DeliveryRun.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryRun.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/DeliverySettings.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/DeliverySettings.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/DeliveryState.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/DeliveryState.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/EnvelopeTimes.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/EnvelopeTimes.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/FailedItems.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/FailedItems.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/ItemReader.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/ItemReader.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/OutboxAsides.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/OutboxAsides.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/OutboxRepair.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/OutboxRepair.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/OutgoingItem.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/OutgoingItem.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Poster.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/Poster.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Receipt.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/Receipt.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/RecipientState.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/RecipientState.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Results.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/Results.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/Successors.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/Successors.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/UnreachedFollowers.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/UnreachedFollowers.java
// FILES
// sources/org/sovereignbook/sbp/peer/delivery/package-info.java=node/src/main/java/org/sovereignbook/sbp/peer/delivery/package-info.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/FolderWalk.java=node/src/main/java/org/sovereignbook/sbp/peer/maintenance/FolderWalk.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/Git.java=node/src/main/java/org/sovereignbook/sbp/peer/maintenance/Git.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/GitHistory.java=node/src/main/java/org/sovereignbook/sbp/peer/maintenance/GitHistory.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/HandoffReport.java=node/src/main/java/org/sovereignbook/sbp/peer/maintenance/HandoffReport.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/Maintenance.java=node/src/main/java/org/sovereignbook/sbp/peer/maintenance/Maintenance.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/MaintenanceResult.java=node/src/main/java/org/sovereignbook/sbp/peer/maintenance/MaintenanceResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/MaintenanceSettings.java=node/src/main/java/org/sovereignbook/sbp/peer/maintenance/MaintenanceSettings.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/StatusReport.java=node/src/main/java/org/sovereignbook/sbp/peer/maintenance/StatusReport.java
// FILES
// sources/org/sovereignbook/sbp/peer/maintenance/package-info.java=node/src/main/java/org/sovereignbook/sbp/peer/maintenance/package-info.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Announcements.java=node/src/main/java/org/sovereignbook/sbp/peer/network/Announcements.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Discovery.java=node/src/main/java/org/sovereignbook/sbp/peer/network/Discovery.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/EndorsementFetch.java=node/src/main/java/org/sovereignbook/sbp/peer/network/EndorsementFetch.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/FetchPool.java=node/src/main/java/org/sovereignbook/sbp/peer/network/FetchPool.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Follow.java=node/src/main/java/org/sovereignbook/sbp/peer/network/Follow.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/FollowResult.java=node/src/main/java/org/sovereignbook/sbp/peer/network/FollowResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/IdentityChange.java=node/src/main/java/org/sovereignbook/sbp/peer/network/IdentityChange.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Network.java=node/src/main/java/org/sovereignbook/sbp/peer/network/Network.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/NetworkMemory.java=node/src/main/java/org/sovereignbook/sbp/peer/network/NetworkMemory.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/NetworkOutbox.java=node/src/main/java/org/sovereignbook/sbp/peer/network/NetworkOutbox.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/NetworkResult.java=node/src/main/java/org/sovereignbook/sbp/peer/network/NetworkResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/NetworkRun.java=node/src/main/java/org/sovereignbook/sbp/peer/network/NetworkRun.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/NetworkSettings.java=node/src/main/java/org/sovereignbook/sbp/peer/network/NetworkSettings.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/NewKeys.java=node/src/main/java/org/sovereignbook/sbp/peer/network/NewKeys.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/OwnIdentity.java=node/src/main/java/org/sovereignbook/sbp/peer/network/OwnIdentity.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Promotion.java=node/src/main/java/org/sovereignbook/sbp/peer/network/Promotion.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Seeds.java=node/src/main/java/org/sovereignbook/sbp/peer/network/Seeds.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/Subscriptions.java=node/src/main/java/org/sovereignbook/sbp/peer/network/Subscriptions.java
// FILES
// sources/org/sovereignbook/sbp/peer/network/package-info.java=node/src/main/java/org/sovereignbook/sbp/peer/network/package-info.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Action.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/Action.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Backlog.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/Backlog.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/BatchMemory.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/BatchMemory.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ContentFetch.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/ContentFetch.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Decision.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/Decision.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/DecisionExecution.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/DecisionExecution.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/DecisionRules.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/DecisionRules.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/DecisionsFile.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/DecisionsFile.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/DigestBatch.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/DigestBatch.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/DigestItem.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/DigestItem.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/FetchTries.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/FetchTries.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Gate.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/Gate.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/InboxQueue.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/InboxQueue.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Item.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/Item.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Judge.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/Judge.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/OwnSubscriptions.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/OwnSubscriptions.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/PeersOfDigest.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/PeersOfDigest.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/PostprocessResult.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/PostprocessResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/PreprocessResult.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/PreprocessResult.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderContext.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderContext.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderGates.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderGates.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderJob.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderJob.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderOutbox.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderOutbox.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderPostprocess.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderPostprocess.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderPreprocess.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderPreprocess.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReaderSettings.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/ReaderSettings.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/ReceivedEnvelope.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/ReceivedEnvelope.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/Reshares.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/Reshares.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/SteeringPhrases.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/SteeringPhrases.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/StrangerTurn.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/StrangerTurn.java
// FILES
// sources/org/sovereignbook/sbp/peer/reader/package-info.java=node/src/main/java/org/sovereignbook/sbp/peer/reader/package-info.java
// DEPS com.cronutils:cron-utils:9.2.1
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Board.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/BoardFeature.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/BoardPolicy.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/BoardSettings.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/BoardUpkeep.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Claim.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Claims.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Comments.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Deadlines.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Escalation.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/GraphSvg.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/ItemPointer.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/LastResult.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Move.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Outcomes.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Plan.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/PlanOrder.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/PlannedTask.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/PlannedTasks.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Ratings.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/ReadyPlace.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/ReviewGate.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Reviews.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Task.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskAction.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskAttempt.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskChange.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskComment.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskCrossing.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskEdits.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskEnd.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskFailure.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskFilter.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskGraph.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskReader.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskRow.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskState.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskTable.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/TaskTexts.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/Worker.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/WorkerNames.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/board/package-info.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/channels/AnswerChannel.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/channels/TextChunks.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/channels/package-info.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/dispatch/OutsideWork.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/dispatch/package-info.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/Acceptance.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/ActionDenied.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/Claimed.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/CronSlots.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/Dispatch.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/EventActors.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/EventKinds.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/EventThread.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/Hook.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookAction.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookActions.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookAnswer.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookAsides.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookBounds.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookCause.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookCompiler.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookDeclaration.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookEnvironment.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookExecutables.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookFeature.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookInput.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookProcess.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookPrograms.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookRun.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookRunFolders.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookRuns.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookScript.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookSlots.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookTrial.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookTriggers.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookTrouble.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HookUpkeep.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HooksSettings.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HotHook.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/HotHooks.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/Matching.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/ModelQuestion.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/Occurrence.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/Webhook.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/WebhookPolicy.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/WebhookServer.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/hooks/package-info.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/ingress/Incoming.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/ingress/Ingress.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/ingress/IngressGate.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/ingress/SessionPeers.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/ingress/package-info.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/Arrival.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/Arrivals.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/Bus.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/Correspondent.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/Departures.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/Mail.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/MailAddress.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/MailFeature.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/MailGate.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/MailRetention.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/MailSettings.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/MailState.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/MailTexts.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/Mailboxes.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/Overdue.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/Receipts.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/Sending.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/mail/package-info.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/AgentArchive.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/AgentMemory.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Assessments.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/CarriedItem.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/CarriedSession.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Causes.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/ConflictScan.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Culture.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/DataLines.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Domain.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Echo.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Folded.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/GroupChanges.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/GroupDeparture.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/GroupFeature.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/GroupFeatures.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/GroupItems.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/GroupMember.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/GroupMemory.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/GroupNode.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Groups.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/HookSession.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/HotApart.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/HotChain.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/HotContext.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/HotMemory.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/HotText.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/ItemBody.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/ItemChecks.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/ItemDraft.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/ItemFile.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/ItemFilter.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/ItemRemoval.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/ItemRows.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/ItemTexts.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/ItemType.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/ItemWording.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/ItemWriter.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Items.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/LongNote.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryApproval.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryBeginning.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryEvents.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryFiles.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryFolder.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryGroup.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryHolder.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryItem.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryNumbers.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryObserver.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryReader.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryRetention.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemorySearch.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemorySession.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemorySettings.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/MemoryTexts.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Novelty.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/OutsideMember.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/PerMille.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Scopes.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/SessionNotes.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/SessionStart.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Statement.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Transcript.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Transience.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/TrustProposals.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/TrustScores.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/Validity.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/memory/package-info.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/Blend.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/Embedder.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/IndexCheck.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/Indexed.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/NamedDates.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/PassageId.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/PorterStemmer.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/QueryVector.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/Ranker.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/RecallHit.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/RecallIndex.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/RecallLimits.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/RecallSearch.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/Similarity.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/Terms.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/VectorIndex.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/Vectors.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/WordIndex.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/WordRanking.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/recall/package-info.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/AgentStanding.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/AxisScores.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/Consensus.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/Dimension.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/EndedAttempt.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/Factors.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/Judgment.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/PastReview.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/Reputation.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/ReputationFeature.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/ReputationRetention.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/ReputationSettings.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/ReviewHistory.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/ReviewVerdict.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/ReviewWeights.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/ScoreChange.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/ScoresSvg.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/Statistics.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/StoredReview.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/Trend.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/reputation/package-info.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/AgentDispatch.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/AgentSession.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/AgentTurn.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/Answers.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/CallState.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/Channel.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/Dispatches.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/InputState.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/LearnedWindow.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/MemberTurns.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/MessageQueue.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/Persona.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/Personas.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/PromptSize.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/QueueMode.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/Routes.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/SessionFile.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/SessionFilter.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/SessionInput.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/SessionNames.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/SessionPiece.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/Sessions.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/SessionsSettings.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/SmartRouting.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/ThreadCompaction.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/ThreadMessages.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/TurnCall.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/TurnLog.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/TurnMessage.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/TurnState.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/TurnThread.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/TurnTime.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/Ulid.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/sessions/package-info.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/status/OwnersTurn.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/status/SocietyJudges.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/status/SocietyKinds.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/status/SocietyPart.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/status/SocietyStatus.java
// SOURCES society/src/main/java/org/sovereignbook/sbp/society/status/package-info.java
// FILES
// org/sovereignbook/sbp/society/memory/contradictions.txt=society/src/main/resources/org/sovereignbook/sbp/society/memory/contradictions.txt
// FILES
// org/sovereignbook/sbp/society/memory/fillers.txt=society/src/main/resources/org/sovereignbook/sbp/society/memory/fillers.txt
// FILES
// org/sovereignbook/sbp/society/memory/novelty.txt=society/src/main/resources/org/sovereignbook/sbp/society/memory/novelty.txt
// FILES
// org/sovereignbook/sbp/society/memory/transient.txt=society/src/main/resources/org/sovereignbook/sbp/society/memory/transient.txt
// DEPS info.picocli:picocli:4.7.7
// DEPS org.jline:jline-terminal:4.5.0
// DEPS org.jline:jline-reader:4.5.0
// DEPS org.webjars.npm:preact:10.26.4
// DEPS org.webjars.npm:uplot:1.6.30
// DEPS org.webjars.npm:d3-force:3.0.0
// DEPS org.webjars.npm:d3-selection:3.0.0
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/BuiltLists.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Commands.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/CommandsCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/EjectedStep.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Failures.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HelpPage.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HelpSearch.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/LoopbackModel.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Main.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/OfFeature.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/OtherWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainArgument.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Program.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/ProgramTools.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/StandardOutput.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/StepCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/TypedWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/VersionCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/WarmUpCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/WrongCommandLine.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/AcceptCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/BackupCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/EthosCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/IdentityCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/KeygenCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/LostCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/OneProcess.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/PluginCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/PluginNew.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/PluginSwitch.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/PluginView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/RestoreCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/RoutesCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/ScriptCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/ScriptErrors.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/ServeCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/SocietyFilesCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/keep/StepsInside.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/OutboxCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/OutboxEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/OutboxEntry.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/StatusCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/Verification.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/VerifyCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/look/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/FileTool.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/FolderCommands.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/GivenJson.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/GroupCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/GroupListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/GroupNodes.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/HotCommands.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/ItemAdd.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/ItemCommands.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/ItemKind.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/ItemSearch.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/MemoryApprove.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/MemoryCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/MemoryHistory.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/MemoryReport.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/NoveltyCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/SessionHook.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/memory/SessionHookInput.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/HookCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/HookListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/HookView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/HookWork.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/OwnerCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/OwnerKeyCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/PassphraseCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/ProofCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/RemovePolicies.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/RequestCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/RequestView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/RequestsCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/WebhookCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/rules/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ChatCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ChatEvent.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ChatLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ChatTalk.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ChatTerminal.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ChatWaiting.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/DispatchView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/LastExchange.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/sessions/ProvenOnce.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/WriteCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/talk/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentCapabilities.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentRegister.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentToken.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/AgentView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/BoardCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/BusCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/BusListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/CapabilityOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/EventCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/EventOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/EventSubscription.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/EventView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/MailCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/MailListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/MailView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskAdd.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskGraphCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskRule.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/TaskWork.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/WholeRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/work/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/automation/ApprovedCalls.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/automation/Embeddings.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/automation/GracefulStop.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/automation/HookWiring.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/automation/OwnerNotices.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/automation/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/AgentAccess.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/AgentRunFeature.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/CommandFeature.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/CommandGroup.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/CommandInfo.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/CommandTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Contract.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/EditCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Example.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Examples.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Exit.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/ExitCode.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/FeatureCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/ForOwner.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/JBangProgram.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/LentLedger.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/LiveLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/LiveMarkdown.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/MarkdownLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/NamedValue.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/NewPassphrase.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/NodeCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/NodeFinder.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/NodeOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/NodeWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/Output.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/OutputOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/OwnerDecision.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/OwnerOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/OwnerPresence.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/OwnerRemedies.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/WideningCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/WideningNodeCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/command/WorkEnd.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/ConfigSection.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/LedgerWatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/mcp/ListedTool.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/MadeEarly.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/ModelWindow.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/PartialAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/PersonTalk.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/RunningCall.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/RunningTurn.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/SessionSeats.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/SocietyWake.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/Surroundings.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/SystemPrompt.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnListener.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnOutcome.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnPrompt.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnPulse.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnRunner.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnScope.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnSeat.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnTools.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnWork.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/TurnWorkers.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/turns/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/Browser.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/FeatureView.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/LiveCommands.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/Metrics.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/OpenMetrics.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/PageInside.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/ViewFeature.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebServing.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebTokens.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/WebViews.java
// SOURCES src/main/java/org/sovereignbook/sbp/frontend/web/package-info.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/ops/config/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/Audit.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/ChatDemo.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/Children.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoLauncher.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoNode.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoNodeCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoScript.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/DemoView.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/LiveView.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/MemoryDemo.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/NodeProcess.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/NodeStarter.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/NodeState.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/Phases.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/PlainView.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/Profiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/ScriptedDemo.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/demo/SentEnvelope.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/ops/install/CheckoutPlugins.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/Child.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/ChildState.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/FirstDelivery.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/IdleTimer.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/NodeWatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/Pair.java
// SOURCES src/main/java/org/sovereignbook/sbp/ops/up/SocietyStamp.java
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
// FILES META-INF/sbp-features=src/main/resources/META-INF/sbp-features
// FILES
// org/sovereignbook/sbp/frontend/mcp/opencode-memory.js=src/main/resources/org/sovereignbook/sbp/frontend/mcp/opencode-memory.js
// FILES
// org/sovereignbook/sbp/frontend/mcp/tools.jsonl=src/main/resources/org/sovereignbook/sbp/frontend/mcp/tools.jsonl
// FILES
// org/sovereignbook/sbp/ops/demo/chat.txt=src/main/resources/org/sovereignbook/sbp/ops/demo/chat.txt
// FILES
// org/sovereignbook/sbp/ops/demo/memory.txt=src/main/resources/org/sovereignbook/sbp/ops/demo/memory.txt
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
// FILES web/views.js=src/main/resources/web/views.js
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
// FILES templates/plugin/feature.java=../templates/plugin/feature.java
// FILES templates/plugin/feature.js=../templates/plugin/feature.js
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
// FILES prompts/TEAM-PLANNER.md=../prompts/TEAM-PLANNER.md
// FILES prompts/TEAM-REVIEWER.md=../prompts/TEAM-REVIEWER.md
// FILES prompts/TEAM-WORKER.md=../prompts/TEAM-WORKER.md
