// The program and its library, each file by its name: JBang follows no wildcard behind a URL.
// Written by JBangCatalogTest with -Dsbp.write=true; not to be edited.
// JAVA 25+
// DEPS info.picocli:picocli:4.7.7
// DEPS tools.jackson.core:jackson-core:3.2.4
// DEPS org.snakeyaml:snakeyaml-engine:3.2
// DEPS com.cronutils:cron-utils:9.2.1
// DEPS org.bouncycastle:bcprov-jdk18on:1.87
// DEPS org.jline:jline-terminal:4.5.0
// DEPS org.jline:jline-reader:4.5.0
// DEPS org.pf4j:pf4j:3.15.0
// DEPS org.slf4j:slf4j-nop:2.0.20
// DEPS org.jspecify:jspecify:1.0.1
// DEPS org.xerial:sqlite-jdbc:3.54.1.0
// SOURCES src/main/java/org/sovereignbook/sbp/access/Access.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/AccessDecision.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/AccessOutcome.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/AccessRequests.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/AccessSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Approvals.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/AuthoritySnapshot.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Beginning.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Bounds.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Circumstances.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Condition.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/DataAccess.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Entities.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/EntityTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Evaluation.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Expectations.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Explanation.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Globs.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Grant.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Grants.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/OwnerProof.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Policies.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Policy.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/PolicyFields.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/PolicyFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/PolicyLint.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/PolicyReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/PolicySet.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/PrincipalMatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/RateLimit.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/RecordedDecision.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Requester.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/SessionKey.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/TimeRange.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/ToolSet.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/Withdrawal.java
// SOURCES src/main/java/org/sovereignbook/sbp/access/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/AgentResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/AgentRunner.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/AgentSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/CallBudget.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/CallCauses.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/CallLedger.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/CallLimit.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/CallRecord.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/CallShare.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/CallSize.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/Calls.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/Costs.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/DailyLimits.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/Job.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/JobRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/LedgerArchiving.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/LedgerLock.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/LlmStatus.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/SharedCalls.java
// SOURCES src/main/java/org/sovereignbook/sbp/agent/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/Agent.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentId.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentKeys.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentReach.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentRetention.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentRows.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentStatus.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentType.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/Agents.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentsSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/Beneficiaries.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/Caller.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/Capabilities.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/CapabilityDenied.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/Effective.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/HeldTokens.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/Lifecycle.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/MemoryScope.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/ParallelCalls.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/Permissions.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/Registration.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/Roster.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/Tokens.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/ToolCall.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/ToolData.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/ToolRights.java
// SOURCES src/main/java/org/sovereignbook/sbp/agents/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/author/AuthorJob.java
// SOURCES src/main/java/org/sovereignbook/sbp/author/AuthorPostprocess.java
// SOURCES src/main/java/org/sovereignbook/sbp/author/AuthorResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/author/Draft.java
// SOURCES src/main/java/org/sovereignbook/sbp/author/FrontMatter.java
// SOURCES src/main/java/org/sovereignbook/sbp/author/Piece.java
// SOURCES src/main/java/org/sovereignbook/sbp/author/Publication.java
// SOURCES src/main/java/org/sovereignbook/sbp/author/ReceivedTitles.java
// SOURCES src/main/java/org/sovereignbook/sbp/author/ReplyNotification.java
// SOURCES src/main/java/org/sovereignbook/sbp/author/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/Board.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/BoardPolicy.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/BoardSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/BoardUpkeep.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/Claim.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/Claims.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/Deadlines.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/GraphSvg.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/Move.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/Offer.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/OfferArrivals.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/Offers.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/Outcomes.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/Plan.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/PlanOrder.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/PlannedTask.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/ReviewGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/Reviews.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/Task.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/TaskAction.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/TaskAttempt.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/TaskFailure.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/TaskFilter.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/TaskGraph.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/TaskIntake.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/TaskReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/TaskRow.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/TaskState.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/TaskTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/Worker.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/WorkerNames.java
// SOURCES src/main/java/org/sovereignbook/sbp/board/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/builtin/AuthorRules.java
// SOURCES src/main/java/org/sovereignbook/sbp/builtin/BuiltinBackend.java
// SOURCES src/main/java/org/sovereignbook/sbp/builtin/BuiltinJobs.java
// SOURCES src/main/java/org/sovereignbook/sbp/builtin/BuiltinSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/builtin/Interests.java
// SOURCES src/main/java/org/sovereignbook/sbp/builtin/ReaderRules.java
// SOURCES src/main/java/org/sovereignbook/sbp/builtin/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AccessCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AccessExplain.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AccessView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentCapabilities.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentRegister.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentToken.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/ApprovedCalls.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AuditCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/AuditView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/BackupCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/BoardCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/BootstrapCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/BusCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/BusListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/CapabilityOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Commands.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/CommandsCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/CostCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/DigestCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/DraftAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/EjectedStep.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/EndorseCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/EntityCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/EntityListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/EthosCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/EventCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/EventOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/EventView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Failures.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/FeedCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/FollowCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/FoundText.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/GrantCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HelpPage.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HookAsk.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HookCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HookListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HookNews.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HookServe.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HookTest.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HookView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/HookWiring.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/IdentityCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/InboxCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/InboxEntry.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/ItemFinder.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/KeygenCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/LogCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/LogSentences.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/MailCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/MailListing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/MailView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Main.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/MessagesCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/NodeStatus.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/OutboxCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/OutboxEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/OutboxEntry.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Outgoing.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/OwnerCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/OwnerKeyCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/OwnerNews.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PeerEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PeerFinder.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PeerLabels.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PeerView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PeersAdd.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PeersCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainArgument.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainCommands.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PluginCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PluginNew.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PluginView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/PostCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Program.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/ReadCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/RequestCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/RestoreCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/ScreenNames.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/ScriptCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/SearchCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/ServeCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/ShareCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/SocietyFilesCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/SpecBundle.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/StandardOutput.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/StatusCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/StepCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/StoreCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/StoreMigrate.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/SubscribeCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskAcross.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskAdd.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskGraphCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskRule.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskWork.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/TickCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Verification.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/VerifyCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/VersionCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/WarmUpCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/WebhookCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/Who.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/WriteCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/WrongCommandLine.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/Argument.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/Catalog.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/CatalogDocument.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/CatalogIndex.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/CommandInfo.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/Examples.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/NodeWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/ValueKind.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Alias.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Ancestors.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/BareCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Cleanup.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/CliException.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/ColorMode.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Contract.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/EditCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Exit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/ExitCode.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/ForOwner.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/JBangProgram.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/NodeCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/NodeFinder.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/NodeOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Output.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/OutputOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/OwnerPresence.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Pager.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Prints.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/ProcessTty.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/ProgramVersion.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/ProgressBar.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Question.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Range.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Screen.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Session.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/SocietyCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Style.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Subcommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Table.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/TextInput.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Tool.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Tty.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/World.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/command/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/BashCompletion.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/CompleteCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/CompletionCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/CompletionShell.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/FishCompletion.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/ZshCompletion.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/config/ConfigCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/config/ConfigFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/config/ConfigProblems.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/config/ProgramSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/config/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/Audit.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/Children.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoLauncher.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoNode.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/LiveView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/NodeStarter.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/NodeState.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/Phases.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/PlainView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/Profiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/SentEnvelope.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/TeamDemo.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/Checkup.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/ConfigChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/DoctorCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/FileChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/Finding.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/IdentityChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/KeeperChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/NodeLimits.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/ReachChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/StateChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/eject/EjectCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/eject/EjectedText.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/eject/Ejection.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/eject/LineDiff.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/eject/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/init/InitChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/init/InitCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/init/InitOptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/init/InitRequest.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/init/InitResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/init/InitialConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/init/Launcher.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/init/NodeLauncher.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/init/NodeMaker.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/init/NodeTexts.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/init/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/install/JBangMain.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/install/MergedJar.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/install/PluginSource.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/install/ProgramFolder.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/install/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/AgentSeat.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/ClientConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/CodingClient.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/CommandRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/CommandTools.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/LedgerWatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/McpCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/McpInstall.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/NodeFeatures.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/NodePrompts.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/NodeResources.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/StateKey.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/TomlLines.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/TomlTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/ToolArguments.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/ToolGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/service/CronTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/service/HandoffCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/service/Keepers.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServiceCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServiceKind.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServiceManager.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServicePlan.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServiceRunner.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServiceSetting.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServiceTexts.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/service/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/HistoryFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/Interpreter.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/OwnCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/Place.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/ScriptShell.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/ShellCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/ShellCompleter.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/ShellParser.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/ShellWords.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/TerminalShell.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/team/MemberRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamBeginning.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamChecks.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamSet.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamShow.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamStatus.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamSupervision.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/team/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/up/Child.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/up/ChildState.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/up/Pair.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/up/Supervisor.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/up/UpCommand.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/up/UpRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/up/UpView.java
// SOURCES src/main/java/org/sovereignbook/sbp/cli/up/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/compactor/Compaction.java
// SOURCES src/main/java/org/sovereignbook/sbp/compactor/CompactorJob.java
// SOURCES src/main/java/org/sovereignbook/sbp/compactor/CondensedDay.java
// SOURCES src/main/java/org/sovereignbook/sbp/compactor/LogFact.java
// SOURCES src/main/java/org/sovereignbook/sbp/compactor/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/Base64Url.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/ContentHash.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/Ed25519.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/Fingerprint.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/KeyPair.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/KeyedCode.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/PrivateKey.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/PublicKey.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/Sealed.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/Sealing.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/SecretException.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/Secrets.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/Sha256.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/Signature.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/Signing.java
// SOURCES src/main/java/org/sovereignbook/sbp/crypto/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/Attempt.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/Batch.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/Connectivity.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/Delivery.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/DeliveryEvents.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/DeliveryResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/DeliveryRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/DeliverySettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/DeliveryState.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/EnvelopeTimes.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/FailedItems.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/ItemReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/OutboxRepair.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/OutgoingItem.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/Poster.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/RecipientState.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/Results.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/Successors.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/Unserved.java
// SOURCES src/main/java/org/sovereignbook/sbp/delivery/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ethos/EthosJob.java
// SOURCES src/main/java/org/sovereignbook/sbp/ethos/EthosRequest.java
// SOURCES src/main/java/org/sovereignbook/sbp/ethos/EthosText.java
// SOURCES src/main/java/org/sovereignbook/sbp/ethos/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/feed/Conversation.java
// SOURCES src/main/java/org/sovereignbook/sbp/feed/Conversations.java
// SOURCES src/main/java/org/sovereignbook/sbp/feed/Excerpt.java
// SOURCES src/main/java/org/sovereignbook/sbp/feed/Feed.java
// SOURCES src/main/java/org/sovereignbook/sbp/feed/FeedPiece.java
// SOURCES src/main/java/org/sovereignbook/sbp/feed/People.java
// SOURCES src/main/java/org/sovereignbook/sbp/feed/Search.java
// SOURCES src/main/java/org/sovereignbook/sbp/feed/Someone.java
// SOURCES src/main/java/org/sovereignbook/sbp/feed/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/health/Alerts.java
// SOURCES src/main/java/org/sovereignbook/sbp/health/Courier.java
// SOURCES src/main/java/org/sovereignbook/sbp/health/DailyDigest.java
// SOURCES src/main/java/org/sovereignbook/sbp/health/Health.java
// SOURCES src/main/java/org/sovereignbook/sbp/health/HealthSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/health/SocietyStatus.java
// SOURCES src/main/java/org/sovereignbook/sbp/health/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/Acceptance.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/ActionDenied.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/Claimed.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/CronSlots.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/Dispatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/EventThread.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/Hook.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookActions.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookBounds.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookCause.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookDeclaration.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookInput.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookPrograms.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookRuns.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookScript.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookSlots.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookTrial.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookTriggers.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookTrouble.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookUpkeep.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HooksSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/HotHook.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/Matching.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/ModelQuestion.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/Occurrence.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/Speakers.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/Webhook.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/WebhookPolicy.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/WebhookServer.java
// SOURCES src/main/java/org/sovereignbook/sbp/hooks/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/AddressGuard.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/AnswerReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/AnswerTimes.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/Call.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/GuardedResolverProvider.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/HttpConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/HttpPeerClient.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/PeerClient.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/PeerFetch.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/PeerReply.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/PublicAddresses.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/RetryAfter.java
// SOURCES src/main/java/org/sovereignbook/sbp/http/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/AnswerStream.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/ByteBudget.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/Connection.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/ConnectionInput.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/Connections.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/FaultHandler.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/HeadReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/HttpConversation.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/HttpFault.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/HttpLimits.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/ReceivedBody.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/RequestBody.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/RequestHead.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/StrictHttpContext.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/StrictHttpExchange.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/StrictHttpProvider.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/StrictHttpServer.java
// SOURCES src/main/java/org/sovereignbook/sbp/httpserver/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/intake/Incoming.java
// SOURCES src/main/java/org/sovereignbook/sbp/intake/Intake.java
// SOURCES src/main/java/org/sovereignbook/sbp/intake/IntakeGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/intake/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/EditableJson.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/Escapes.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/Jcs.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonArray.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonBoolean.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonComments.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonDecimal.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonInteger.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonNull.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonObject.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonSchema.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonString.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonText.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonValue.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/JsonWriter.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/MalformedJson.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/Misfit.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/Shape.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/ShapeReader.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/Words.java
// SOURCES src/main/java/org/sovereignbook/sbp/json/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditAnchors.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditChain.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditCheck.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditEntry.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditLog.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditRow.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditSeal.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditUpkeep.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/Authority.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/EventFilter.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/EventLog.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/HandOver.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/Ledger.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/LedgerEvent.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/LedgerProvider.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/Principal.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/Retention.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/Schema.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/SealedKeys.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/SocietyException.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/SocietyFolder.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/SocietyMove.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/SocietyPages.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/SocietySettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/SocietyTables.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/SqliteLedgerProvider.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/StoredContent.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/StoredEvent.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/Subject.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/Transaction.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/Upkeep.java
// SOURCES src/main/java/org/sovereignbook/sbp/ledger/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/LlmAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/LlmBackend.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/LlmException.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/LlmPrices.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/LlmRequest.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/LlmUsage.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/PromptAssembly.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/Readiness.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CarriedLogin.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CliBackend.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CliEnvironment.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CliLogin.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CliProcess.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CliSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CodingCli.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/LoginFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/LoginMerge.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/Scratch.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/Snapshot.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/llm/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/Arrival.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/Arrivals.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/Bus.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/Correspondent.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/Departures.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/Mail.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/MailAddress.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/MailGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/MailRetention.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/MailSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/MailState.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/Mailboxes.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/Overdue.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/Receipts.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/Sending.java
// SOURCES src/main/java/org/sovereignbook/sbp/mail/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/maintenance/FolderWalk.java
// SOURCES src/main/java/org/sovereignbook/sbp/maintenance/Git.java
// SOURCES src/main/java/org/sovereignbook/sbp/maintenance/GitHistory.java
// SOURCES src/main/java/org/sovereignbook/sbp/maintenance/HandoffReport.java
// SOURCES src/main/java/org/sovereignbook/sbp/maintenance/Maintenance.java
// SOURCES src/main/java/org/sovereignbook/sbp/maintenance/MaintenanceResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/maintenance/MaintenanceSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/maintenance/StatusReport.java
// SOURCES src/main/java/org/sovereignbook/sbp/maintenance/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/CallSlots.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/HttpPeer.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpAuthenticator.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpCall.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpCaller.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpChanges.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpClient.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpFeatures.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpHeaders.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpHttp.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpHttpHandler.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpLimits.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpMethods.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpOutcome.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpPeer.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpPrompt.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpRequestState.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpResource.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpRevision.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpServer.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpSession.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpSessions.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpStdio.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpTool.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/RpcError.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/RpcMessage.java
// SOURCES src/main/java/org/sovereignbook/sbp/mcp/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/Announcements.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/Discovery.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/EndorsementFetch.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/FetchPool.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/Follow.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/FollowResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/IdentityChange.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/Network.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/NetworkMemory.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/NetworkOutbox.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/NetworkResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/NetworkRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/NetworkSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/NewKeys.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/OwnIdentity.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/Promotion.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/Subscriptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/network/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Abbreviation.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/AtExit.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/BoundedProcess.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Config.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/ConfigException.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Disk.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/DiskException.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/FileTree.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/FreeName.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Kept.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/KeyFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/KeyFileException.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/LocalDisk.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/LocalPath.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Node.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/NodeException.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/NodeHome.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/NodeLock.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/OwnerOnly.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Ownership.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/OwnershipException.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/PeerText.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/ProcessTree.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Programs.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Quoting.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Resources.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Setting.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/SettingType.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Settings.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/StepResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Subprocess.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Suggestion.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/SystemRandom.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/UserFolders.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Watchdog.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/Wording.java
// SOURCES src/main/java/org/sovereignbook/sbp/node/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/ApiVersion.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/EarlierAcceptance.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/ExtensionKind.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/Extensions.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/JarOnlyClassLoader.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/LoadedPlugins.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginCatalog.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginCopies.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginException.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginFolders.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginInstaller.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginManifest.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginRecords.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginState.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/Provision.java
// SOURCES src/main/java/org/sovereignbook/sbp/plugin/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/AgentMail.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Checked.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Code.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Content.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/DisplayName.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Endorsement.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Endpoint.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Envelope.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/EnvelopeValidator.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Fields.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/IdentityDocument.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Limits.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/MailReceipt.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/MailType.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/MessageType.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Payload.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Payloads.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Protocol.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/RejectedException.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Rejection.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Rotation.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/TaskOffer.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/TaskResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/Timestamp.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/TrustState.java
// SOURCES src/main/java/org/sovereignbook/sbp/protocol/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/Action.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/BatchMemory.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/ContentFetch.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/Decision.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/DecisionExecution.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/DecisionRules.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/DecisionsFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/DigestBatch.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/DigestItem.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/FetchTries.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/Gate.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/InboxQueue.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/Item.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/Judge.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/OwnSubscriptions.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/PeersOfDigest.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/PostprocessResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/PreprocessResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderContext.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderGates.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderJob.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderOutbox.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderPostprocess.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderPreprocess.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/ReceivedEnvelope.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/Reshares.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/SteeringPhrases.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/StrangerTurn.java
// SOURCES src/main/java/org/sovereignbook/sbp/reader/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/CommandRunner.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/ComponentConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/ComponentRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/Due.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/EarlierCommands.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/SchedulerConfig.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/SchedulerSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/SchedulerState.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/ShellCommandRunner.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/StepWork.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/Steps.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/StopSignal.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/Tick.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/TickEvent.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/TickPlan.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/TickResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/TickRun.java
// SOURCES src/main/java/org/sovereignbook/sbp/scheduler/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/Admission.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/Answer.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/Budgets.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/CachedFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/ClientAddress.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/Documents.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/DuplicateIndex.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/EndorsementPages.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/InboxShares.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/NodeDisk.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/NodeHandler.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/NodeServer.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/Profile.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/Quota.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/RememberedLimit.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/Route.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/ServerLog.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/ServerSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/Startup.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/TokenBuckets.java
// SOURCES src/main/java/org/sovereignbook/sbp/server/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/sql/Database.java
// SOURCES src/main/java/org/sovereignbook/sbp/sql/Dialect.java
// SOURCES src/main/java/org/sovereignbook/sbp/sql/IdleStatements.java
// SOURCES src/main/java/org/sovereignbook/sbp/sql/NativeLibrary.java
// SOURCES src/main/java/org/sovereignbook/sbp/sql/Sql.java
// SOURCES src/main/java/org/sovereignbook/sbp/sql/SqliteDatabase.java
// SOURCES src/main/java/org/sovereignbook/sbp/sql/StoredTable.java
// SOURCES src/main/java/org/sovereignbook/sbp/sql/StoredText.java
// SOURCES src/main/java/org/sovereignbook/sbp/sql/WriterTurns.java
// SOURCES src/main/java/org/sovereignbook/sbp/sql/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/step/Component.java
// SOURCES src/main/java/org/sovereignbook/sbp/step/Intervals.java
// SOURCES src/main/java/org/sovereignbook/sbp/step/Progress.java
// SOURCES src/main/java/org/sovereignbook/sbp/step/Step.java
// SOURCES src/main/java/org/sovereignbook/sbp/step/StepContext.java
// SOURCES src/main/java/org/sovereignbook/sbp/step/package-info.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/store/QuotaStore.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/RejectedEnvelope.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/RenderedPeers.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/SecretGuard.java
// SOURCES src/main/java/org/sovereignbook/sbp/store/SeenEnvelopes.java
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
// SOURCES src/main/java/org/sovereignbook/sbp/team/Incarnation.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/Letter.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/MemberActions.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/MemberLoop.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/MemberModel.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/MemberPrompt.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/MemberPulse.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/PlanAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/ReviewAnswer.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/Skills.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/Team.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/TeamChanges.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/TeamEdit.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/TeamFile.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/TeamFiles.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/TeamGate.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/TeamKeys.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/TeamMember.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/TeamRetention.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/TeamRuns.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/TeamSettings.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/TeamWork.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/WorkResult.java
// SOURCES src/main/java/org/sovereignbook/sbp/team/package-info.java
// SOURCES src/main/java/org/sovereignbook/sbp/yaml/MalformedYaml.java
// SOURCES src/main/java/org/sovereignbook/sbp/yaml/Yaml.java
// SOURCES src/main/java/org/sovereignbook/sbp/yaml/YamlWriter.java
// SOURCES src/main/java/org/sovereignbook/sbp/yaml/package-info.java
// FILES
// META-INF/services/java.net.spi.InetAddressResolverProvider=src/main/resources/META-INF/services/java.net.spi.InetAddressResolverProvider
// FILES
// org/sovereignbook/sbp/ledger/migrations/V10__retention.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V10__retention.sql
// FILES
// org/sovereignbook/sbp/ledger/migrations/V11__access.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V11__access.sql
// FILES
// org/sovereignbook/sbp/ledger/migrations/V12__grants.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V12__grants.sql
// FILES
// org/sovereignbook/sbp/ledger/migrations/V13__hooks.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V13__hooks.sql
// FILES
// org/sovereignbook/sbp/ledger/migrations/V1__ledger.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V1__ledger.sql
// FILES
// org/sovereignbook/sbp/ledger/migrations/V2__agents.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V2__agents.sql
// FILES
// org/sovereignbook/sbp/ledger/migrations/V3__board.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V3__board.sql
// FILES
// org/sovereignbook/sbp/ledger/migrations/V4__mail.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V4__mail.sql
// FILES
// org/sovereignbook/sbp/ledger/migrations/V5__team.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V5__team.sql
// FILES
// org/sovereignbook/sbp/ledger/migrations/V6__access.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V6__access.sql
// FILES
// org/sovereignbook/sbp/ledger/migrations/V7__grants.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V7__grants.sql
// FILES
// org/sovereignbook/sbp/ledger/migrations/V8__hooks.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V8__hooks.sql
// FILES
// org/sovereignbook/sbp/ledger/migrations/V9__team.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V9__team.sql
// FILES
// sources/org/sovereignbook/sbp/author/AuthorJob.java=src/main/java/org/sovereignbook/sbp/author/AuthorJob.java
// FILES
// sources/org/sovereignbook/sbp/author/AuthorPostprocess.java=src/main/java/org/sovereignbook/sbp/author/AuthorPostprocess.java
// FILES
// sources/org/sovereignbook/sbp/author/AuthorResult.java=src/main/java/org/sovereignbook/sbp/author/AuthorResult.java
// FILES
// sources/org/sovereignbook/sbp/author/Draft.java=src/main/java/org/sovereignbook/sbp/author/Draft.java
// FILES
// sources/org/sovereignbook/sbp/author/FrontMatter.java=src/main/java/org/sovereignbook/sbp/author/FrontMatter.java
// FILES
// sources/org/sovereignbook/sbp/author/Piece.java=src/main/java/org/sovereignbook/sbp/author/Piece.java
// FILES
// sources/org/sovereignbook/sbp/author/Publication.java=src/main/java/org/sovereignbook/sbp/author/Publication.java
// FILES
// sources/org/sovereignbook/sbp/author/ReceivedTitles.java=src/main/java/org/sovereignbook/sbp/author/ReceivedTitles.java
// FILES
// sources/org/sovereignbook/sbp/author/ReplyNotification.java=src/main/java/org/sovereignbook/sbp/author/ReplyNotification.java
// FILES
// sources/org/sovereignbook/sbp/author/package-info.java=src/main/java/org/sovereignbook/sbp/author/package-info.java
// FILES
// sources/org/sovereignbook/sbp/delivery/Attempt.java=src/main/java/org/sovereignbook/sbp/delivery/Attempt.java
// FILES
// sources/org/sovereignbook/sbp/delivery/Batch.java=src/main/java/org/sovereignbook/sbp/delivery/Batch.java
// FILES
// sources/org/sovereignbook/sbp/delivery/Connectivity.java=src/main/java/org/sovereignbook/sbp/delivery/Connectivity.java
// FILES
// sources/org/sovereignbook/sbp/delivery/Delivery.java=src/main/java/org/sovereignbook/sbp/delivery/Delivery.java
// FILES
// sources/org/sovereignbook/sbp/delivery/DeliveryEvents.java=src/main/java/org/sovereignbook/sbp/delivery/DeliveryEvents.java
// FILES
// sources/org/sovereignbook/sbp/delivery/DeliveryResult.java=src/main/java/org/sovereignbook/sbp/delivery/DeliveryResult.java
// FILES
// sources/org/sovereignbook/sbp/delivery/DeliveryRun.java=src/main/java/org/sovereignbook/sbp/delivery/DeliveryRun.java
// FILES
// sources/org/sovereignbook/sbp/delivery/DeliverySettings.java=src/main/java/org/sovereignbook/sbp/delivery/DeliverySettings.java
// FILES
// sources/org/sovereignbook/sbp/delivery/DeliveryState.java=src/main/java/org/sovereignbook/sbp/delivery/DeliveryState.java
// FILES
// sources/org/sovereignbook/sbp/delivery/EnvelopeTimes.java=src/main/java/org/sovereignbook/sbp/delivery/EnvelopeTimes.java
// FILES
// sources/org/sovereignbook/sbp/delivery/FailedItems.java=src/main/java/org/sovereignbook/sbp/delivery/FailedItems.java
// FILES
// sources/org/sovereignbook/sbp/delivery/ItemReader.java=src/main/java/org/sovereignbook/sbp/delivery/ItemReader.java
// FILES
// sources/org/sovereignbook/sbp/delivery/OutboxRepair.java=src/main/java/org/sovereignbook/sbp/delivery/OutboxRepair.java
// FILES
// sources/org/sovereignbook/sbp/delivery/OutgoingItem.java=src/main/java/org/sovereignbook/sbp/delivery/OutgoingItem.java
// FILES
// sources/org/sovereignbook/sbp/delivery/Poster.java=src/main/java/org/sovereignbook/sbp/delivery/Poster.java
// FILES
// sources/org/sovereignbook/sbp/delivery/RecipientState.java=src/main/java/org/sovereignbook/sbp/delivery/RecipientState.java
// FILES
// sources/org/sovereignbook/sbp/delivery/Results.java=src/main/java/org/sovereignbook/sbp/delivery/Results.java
// FILES
// sources/org/sovereignbook/sbp/delivery/Successors.java=src/main/java/org/sovereignbook/sbp/delivery/Successors.java
// FILES
// sources/org/sovereignbook/sbp/delivery/Unserved.java=src/main/java/org/sovereignbook/sbp/delivery/Unserved.java
// FILES
// sources/org/sovereignbook/sbp/delivery/package-info.java=src/main/java/org/sovereignbook/sbp/delivery/package-info.java
// FILES
// sources/org/sovereignbook/sbp/maintenance/FolderWalk.java=src/main/java/org/sovereignbook/sbp/maintenance/FolderWalk.java
// FILES
// sources/org/sovereignbook/sbp/maintenance/Git.java=src/main/java/org/sovereignbook/sbp/maintenance/Git.java
// FILES
// sources/org/sovereignbook/sbp/maintenance/GitHistory.java=src/main/java/org/sovereignbook/sbp/maintenance/GitHistory.java
// FILES
// sources/org/sovereignbook/sbp/maintenance/HandoffReport.java=src/main/java/org/sovereignbook/sbp/maintenance/HandoffReport.java
// FILES
// sources/org/sovereignbook/sbp/maintenance/Maintenance.java=src/main/java/org/sovereignbook/sbp/maintenance/Maintenance.java
// FILES
// sources/org/sovereignbook/sbp/maintenance/MaintenanceResult.java=src/main/java/org/sovereignbook/sbp/maintenance/MaintenanceResult.java
// FILES
// sources/org/sovereignbook/sbp/maintenance/MaintenanceSettings.java=src/main/java/org/sovereignbook/sbp/maintenance/MaintenanceSettings.java
// FILES
// sources/org/sovereignbook/sbp/maintenance/StatusReport.java=src/main/java/org/sovereignbook/sbp/maintenance/StatusReport.java
// FILES
// sources/org/sovereignbook/sbp/maintenance/package-info.java=src/main/java/org/sovereignbook/sbp/maintenance/package-info.java
// FILES
// sources/org/sovereignbook/sbp/network/Announcements.java=src/main/java/org/sovereignbook/sbp/network/Announcements.java
// FILES
// sources/org/sovereignbook/sbp/network/Discovery.java=src/main/java/org/sovereignbook/sbp/network/Discovery.java
// FILES
// sources/org/sovereignbook/sbp/network/EndorsementFetch.java=src/main/java/org/sovereignbook/sbp/network/EndorsementFetch.java
// FILES
// sources/org/sovereignbook/sbp/network/FetchPool.java=src/main/java/org/sovereignbook/sbp/network/FetchPool.java
// FILES
// sources/org/sovereignbook/sbp/network/Follow.java=src/main/java/org/sovereignbook/sbp/network/Follow.java
// FILES
// sources/org/sovereignbook/sbp/network/FollowResult.java=src/main/java/org/sovereignbook/sbp/network/FollowResult.java
// FILES
// sources/org/sovereignbook/sbp/network/IdentityChange.java=src/main/java/org/sovereignbook/sbp/network/IdentityChange.java
// FILES
// sources/org/sovereignbook/sbp/network/Network.java=src/main/java/org/sovereignbook/sbp/network/Network.java
// FILES
// sources/org/sovereignbook/sbp/network/NetworkMemory.java=src/main/java/org/sovereignbook/sbp/network/NetworkMemory.java
// FILES
// sources/org/sovereignbook/sbp/network/NetworkOutbox.java=src/main/java/org/sovereignbook/sbp/network/NetworkOutbox.java
// FILES
// sources/org/sovereignbook/sbp/network/NetworkResult.java=src/main/java/org/sovereignbook/sbp/network/NetworkResult.java
// FILES
// sources/org/sovereignbook/sbp/network/NetworkRun.java=src/main/java/org/sovereignbook/sbp/network/NetworkRun.java
// FILES
// sources/org/sovereignbook/sbp/network/NetworkSettings.java=src/main/java/org/sovereignbook/sbp/network/NetworkSettings.java
// FILES
// sources/org/sovereignbook/sbp/network/NewKeys.java=src/main/java/org/sovereignbook/sbp/network/NewKeys.java
// FILES
// sources/org/sovereignbook/sbp/network/OwnIdentity.java=src/main/java/org/sovereignbook/sbp/network/OwnIdentity.java
// FILES
// sources/org/sovereignbook/sbp/network/Promotion.java=src/main/java/org/sovereignbook/sbp/network/Promotion.java
// FILES
// sources/org/sovereignbook/sbp/network/Subscriptions.java=src/main/java/org/sovereignbook/sbp/network/Subscriptions.java
// FILES
// sources/org/sovereignbook/sbp/network/package-info.java=src/main/java/org/sovereignbook/sbp/network/package-info.java
// FILES
// sources/org/sovereignbook/sbp/reader/Action.java=src/main/java/org/sovereignbook/sbp/reader/Action.java
// FILES
// sources/org/sovereignbook/sbp/reader/BatchMemory.java=src/main/java/org/sovereignbook/sbp/reader/BatchMemory.java
// FILES
// sources/org/sovereignbook/sbp/reader/ContentFetch.java=src/main/java/org/sovereignbook/sbp/reader/ContentFetch.java
// FILES
// sources/org/sovereignbook/sbp/reader/Decision.java=src/main/java/org/sovereignbook/sbp/reader/Decision.java
// FILES
// sources/org/sovereignbook/sbp/reader/DecisionExecution.java=src/main/java/org/sovereignbook/sbp/reader/DecisionExecution.java
// FILES
// sources/org/sovereignbook/sbp/reader/DecisionRules.java=src/main/java/org/sovereignbook/sbp/reader/DecisionRules.java
// FILES
// sources/org/sovereignbook/sbp/reader/DecisionsFile.java=src/main/java/org/sovereignbook/sbp/reader/DecisionsFile.java
// FILES
// sources/org/sovereignbook/sbp/reader/DigestBatch.java=src/main/java/org/sovereignbook/sbp/reader/DigestBatch.java
// FILES
// sources/org/sovereignbook/sbp/reader/DigestItem.java=src/main/java/org/sovereignbook/sbp/reader/DigestItem.java
// FILES
// sources/org/sovereignbook/sbp/reader/FetchTries.java=src/main/java/org/sovereignbook/sbp/reader/FetchTries.java
// FILES
// sources/org/sovereignbook/sbp/reader/Gate.java=src/main/java/org/sovereignbook/sbp/reader/Gate.java
// FILES
// sources/org/sovereignbook/sbp/reader/InboxQueue.java=src/main/java/org/sovereignbook/sbp/reader/InboxQueue.java
// FILES
// sources/org/sovereignbook/sbp/reader/Item.java=src/main/java/org/sovereignbook/sbp/reader/Item.java
// FILES
// sources/org/sovereignbook/sbp/reader/Judge.java=src/main/java/org/sovereignbook/sbp/reader/Judge.java
// FILES
// sources/org/sovereignbook/sbp/reader/OwnSubscriptions.java=src/main/java/org/sovereignbook/sbp/reader/OwnSubscriptions.java
// FILES
// sources/org/sovereignbook/sbp/reader/PeersOfDigest.java=src/main/java/org/sovereignbook/sbp/reader/PeersOfDigest.java
// FILES
// sources/org/sovereignbook/sbp/reader/PostprocessResult.java=src/main/java/org/sovereignbook/sbp/reader/PostprocessResult.java
// FILES
// sources/org/sovereignbook/sbp/reader/PreprocessResult.java=src/main/java/org/sovereignbook/sbp/reader/PreprocessResult.java
// FILES
// sources/org/sovereignbook/sbp/reader/ReaderContext.java=src/main/java/org/sovereignbook/sbp/reader/ReaderContext.java
// FILES
// sources/org/sovereignbook/sbp/reader/ReaderGates.java=src/main/java/org/sovereignbook/sbp/reader/ReaderGates.java
// FILES
// sources/org/sovereignbook/sbp/reader/ReaderJob.java=src/main/java/org/sovereignbook/sbp/reader/ReaderJob.java
// FILES
// sources/org/sovereignbook/sbp/reader/ReaderOutbox.java=src/main/java/org/sovereignbook/sbp/reader/ReaderOutbox.java
// FILES
// sources/org/sovereignbook/sbp/reader/ReaderPostprocess.java=src/main/java/org/sovereignbook/sbp/reader/ReaderPostprocess.java
// FILES
// sources/org/sovereignbook/sbp/reader/ReaderPreprocess.java=src/main/java/org/sovereignbook/sbp/reader/ReaderPreprocess.java
// FILES
// sources/org/sovereignbook/sbp/reader/ReaderSettings.java=src/main/java/org/sovereignbook/sbp/reader/ReaderSettings.java
// FILES
// sources/org/sovereignbook/sbp/reader/ReceivedEnvelope.java=src/main/java/org/sovereignbook/sbp/reader/ReceivedEnvelope.java
// FILES
// sources/org/sovereignbook/sbp/reader/Reshares.java=src/main/java/org/sovereignbook/sbp/reader/Reshares.java
// FILES
// sources/org/sovereignbook/sbp/reader/SteeringPhrases.java=src/main/java/org/sovereignbook/sbp/reader/SteeringPhrases.java
// FILES
// sources/org/sovereignbook/sbp/reader/StrangerTurn.java=src/main/java/org/sovereignbook/sbp/reader/StrangerTurn.java
// FILES
// sources/org/sovereignbook/sbp/reader/package-info.java=src/main/java/org/sovereignbook/sbp/reader/package-info.java
// FILES templates/AGENTS.md=../templates/AGENTS.md
// FILES templates/CLAUDE.md=../templates/CLAUDE.md
// FILES templates/HANDOFF-REPORT.md=../templates/HANDOFF-REPORT.md
// FILES templates/access/automation.yaml=../templates/access/automation.yaml
// FILES templates/access/default.yaml=../templates/access/default.yaml
// FILES templates/access/expectations.yaml=../templates/access/expectations.yaml
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
// FILES templates/plugin/llm.java=../templates/plugin/llm.java
// FILES templates/plugin/store.java=../templates/plugin/store.java
// FILES templates/profile.css=../templates/profile.css
// FILES templates/profile.html=../templates/profile.html
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
// FILES examples/demo/README.md=../examples/demo/README.md
// FILES examples/demo/cast.txt=../examples/demo/cast.txt
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
//JAVA 25+
//DEPS info.picocli:picocli:4.7.7
//DEPS tools.jackson.core:jackson-core:3.2.4
//DEPS org.snakeyaml:snakeyaml-engine:3.2
//DEPS com.cronutils:cron-utils:9.2.1
//DEPS org.bouncycastle:bcprov-jdk18on:1.87
//DEPS org.jline:jline-terminal:4.5.0
//DEPS org.jline:jline-reader:4.5.0
//DEPS org.pf4j:pf4j:3.15.0
//DEPS org.slf4j:slf4j-nop:2.0.20
//DEPS org.jspecify:jspecify:1.0.1
//DEPS org.xerial:sqlite-jdbc:3.54.1.0
//SOURCES src/main/java/org/sovereignbook/sbp/access/Access.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/AccessDecision.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/AccessOutcome.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/AccessRequests.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/AccessSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Approvals.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/AuthoritySnapshot.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Beginning.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Bounds.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Circumstances.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Condition.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/DataAccess.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Entities.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/EntityTable.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Evaluation.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Expectations.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Explanation.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Globs.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Grant.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Grants.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/OwnerProof.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Policies.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Policy.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/PolicyFields.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/PolicyFile.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/PolicyLint.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/PolicyReader.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/PolicySet.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/PrincipalMatch.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/RateLimit.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/RecordedDecision.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Requester.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/SessionKey.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/TimeRange.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/ToolSet.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/Withdrawal.java
//SOURCES src/main/java/org/sovereignbook/sbp/access/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/AgentResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/AgentRunner.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/AgentSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/CallBudget.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/CallCauses.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/CallLedger.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/CallLimit.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/CallRecord.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/CallShare.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/CallSize.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/Calls.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/Costs.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/DailyLimits.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/Job.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/JobRun.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/LedgerArchiving.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/LedgerLock.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/LlmStatus.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/SharedCalls.java
//SOURCES src/main/java/org/sovereignbook/sbp/agent/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/Agent.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentId.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentKeys.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentReach.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentRetention.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentRows.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentStatus.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentType.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/Agents.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/AgentsSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/Beneficiaries.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/Caller.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/Capabilities.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/CapabilityDenied.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/Effective.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/HeldTokens.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/Lifecycle.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/MemoryScope.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/ParallelCalls.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/Permissions.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/Registration.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/Roster.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/Tokens.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/ToolCall.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/ToolData.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/ToolRights.java
//SOURCES src/main/java/org/sovereignbook/sbp/agents/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/author/AuthorJob.java
//SOURCES src/main/java/org/sovereignbook/sbp/author/AuthorPostprocess.java
//SOURCES src/main/java/org/sovereignbook/sbp/author/AuthorResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/author/Draft.java
//SOURCES src/main/java/org/sovereignbook/sbp/author/FrontMatter.java
//SOURCES src/main/java/org/sovereignbook/sbp/author/Piece.java
//SOURCES src/main/java/org/sovereignbook/sbp/author/Publication.java
//SOURCES src/main/java/org/sovereignbook/sbp/author/ReceivedTitles.java
//SOURCES src/main/java/org/sovereignbook/sbp/author/ReplyNotification.java
//SOURCES src/main/java/org/sovereignbook/sbp/author/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/Board.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/BoardPolicy.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/BoardSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/BoardUpkeep.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/Claim.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/Claims.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/Deadlines.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/GraphSvg.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/Move.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/Offer.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/OfferArrivals.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/Offers.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/Outcomes.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/Plan.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/PlanOrder.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/PlannedTask.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/ReviewGate.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/Reviews.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/Task.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/TaskAction.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/TaskAttempt.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/TaskFailure.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/TaskFilter.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/TaskGraph.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/TaskIntake.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/TaskReader.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/TaskRow.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/TaskState.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/TaskTable.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/Worker.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/WorkerNames.java
//SOURCES src/main/java/org/sovereignbook/sbp/board/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/builtin/AuthorRules.java
//SOURCES src/main/java/org/sovereignbook/sbp/builtin/BuiltinBackend.java
//SOURCES src/main/java/org/sovereignbook/sbp/builtin/BuiltinJobs.java
//SOURCES src/main/java/org/sovereignbook/sbp/builtin/BuiltinSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/builtin/Interests.java
//SOURCES src/main/java/org/sovereignbook/sbp/builtin/ReaderRules.java
//SOURCES src/main/java/org/sovereignbook/sbp/builtin/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AccessCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AccessExplain.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AccessView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentCapabilities.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentEdit.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentGate.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentRegister.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentRun.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentToken.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AgentView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/ApprovedCalls.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AuditCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/AuditView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/BackupCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/BoardCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/BootstrapCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/BusCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/BusListing.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/CapabilityOptions.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/Commands.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/CommandsCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/CostCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/DigestCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/DraftAnswer.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/EjectedStep.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/EndorseCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/EntityCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/EntityListing.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/EthosCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/EventCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/EventOptions.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/EventView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/Failures.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/FeedCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/FollowCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/FoundText.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/GracefulStop.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/GrantCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/HelpPage.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/HookAsk.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/HookCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/HookListing.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/HookNews.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/HookServe.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/HookTest.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/HookView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/HookWiring.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/IdentityCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/InboxCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/InboxEntry.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/ItemFinder.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/KeygenCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/LogCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/LogSentences.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/MailCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/MailListing.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/MailView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/Main.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/MessagesCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/NodeStatus.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/OutboxCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/OutboxEdit.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/OutboxEntry.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/Outgoing.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/OwnerCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/OwnerKeyCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/OwnerNews.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PeerEdit.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PeerFinder.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PeerLabels.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PeerView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PeersAdd.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PeersCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainArgument.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainCommands.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainTable.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PlainWords.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PluginCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PluginNew.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PluginView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/PostCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/Program.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/ReadCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/RequestCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/RestoreCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/ScreenNames.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/ScriptCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/SearchCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/ServeCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/ShareCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/SocietyFilesCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/SpecBundle.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/StandardOutput.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/StatusCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/StepCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/StoreCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/StoreMigrate.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/SubscribeCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskAcross.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskAdd.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskGraphCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskRule.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/TaskWork.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/TickCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/Verification.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/VerifyCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/VersionCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/WarmUpCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/WebhookCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/Who.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/WriteCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/WrongCommandLine.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/Argument.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/Catalog.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/CatalogDocument.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/CatalogIndex.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/CommandInfo.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/Examples.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/NodeWords.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/ValueKind.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/catalog/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Alias.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Ancestors.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/BareCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Cleanup.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/CliException.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/ColorMode.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Contract.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/EditCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Exit.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/ExitCode.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/ForOwner.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/JBangProgram.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/NodeCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/NodeFinder.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/NodeOptions.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Output.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/OutputOptions.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/OwnerPresence.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Pager.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Prints.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/ProcessTty.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/ProgramVersion.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/ProgressBar.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Question.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Range.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Screen.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Session.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/SocietyCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Style.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Subcommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Table.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/TextInput.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Tool.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/Tty.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/World.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/command/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/BashCompletion.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/CompleteCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/CompletionCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/CompletionShell.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/FishCompletion.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/ZshCompletion.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/completion/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/config/ConfigCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/config/ConfigFile.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/config/ConfigProblems.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/config/ProgramSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/config/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/Audit.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/Children.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoConfig.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoLauncher.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoNode.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoRun.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/DemoView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/LiveView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/NodeStarter.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/NodeState.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/Phases.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/PlainView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/Profiles.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/SentEnvelope.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/TeamDemo.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/demo/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/Checkup.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/ConfigChecks.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/DoctorCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/FileChecks.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/Finding.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/IdentityChecks.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/KeeperChecks.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/NodeLimits.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/ReachChecks.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/StateChecks.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/doctor/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/eject/EjectCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/eject/EjectedText.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/eject/Ejection.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/eject/LineDiff.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/eject/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/init/InitChecks.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/init/InitCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/init/InitOptions.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/init/InitRequest.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/init/InitResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/init/InitialConfig.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/init/Launcher.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/init/NodeLauncher.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/init/NodeMaker.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/init/NodeTexts.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/init/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/install/JBangMain.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/install/MergedJar.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/install/PluginSource.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/install/ProgramFolder.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/install/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/AgentSeat.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/ClientConfig.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/CodingClient.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/CommandRun.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/CommandTools.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/LedgerWatch.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/McpCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/McpInstall.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/NodeFeatures.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/NodePrompts.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/NodeResources.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/StateKey.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/TomlLines.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/TomlTable.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/ToolArguments.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/ToolGate.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/mcp/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/service/CronTable.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/service/HandoffCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/service/Keepers.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServiceCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServiceKind.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServiceManager.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServicePlan.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServiceRunner.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServiceSetting.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/service/ServiceTexts.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/service/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/HistoryFile.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/Interpreter.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/OwnCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/Place.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/ScriptShell.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/ShellCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/ShellCompleter.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/ShellParser.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/ShellWords.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/TerminalShell.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/shell/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/team/MemberRun.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamBeginning.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamChecks.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamSet.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamShow.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamStatus.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamSupervision.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/team/TeamView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/team/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/up/Child.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/up/ChildState.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/up/Pair.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/up/Supervisor.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/up/UpCommand.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/up/UpRun.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/up/UpView.java
//SOURCES src/main/java/org/sovereignbook/sbp/cli/up/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/compactor/Compaction.java
//SOURCES src/main/java/org/sovereignbook/sbp/compactor/CompactorJob.java
//SOURCES src/main/java/org/sovereignbook/sbp/compactor/CondensedDay.java
//SOURCES src/main/java/org/sovereignbook/sbp/compactor/LogFact.java
//SOURCES src/main/java/org/sovereignbook/sbp/compactor/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/Base64Url.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/ContentHash.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/Ed25519.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/Fingerprint.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/KeyPair.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/KeyedCode.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/PrivateKey.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/PublicKey.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/Sealed.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/Sealing.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/SecretException.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/Secrets.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/Sha256.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/Signature.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/Signing.java
//SOURCES src/main/java/org/sovereignbook/sbp/crypto/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/Attempt.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/Batch.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/Connectivity.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/Delivery.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/DeliveryEvents.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/DeliveryResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/DeliveryRun.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/DeliverySettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/DeliveryState.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/EnvelopeTimes.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/FailedItems.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/ItemReader.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/OutboxRepair.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/OutgoingItem.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/Poster.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/RecipientState.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/Results.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/Successors.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/Unserved.java
//SOURCES src/main/java/org/sovereignbook/sbp/delivery/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/ethos/EthosJob.java
//SOURCES src/main/java/org/sovereignbook/sbp/ethos/EthosRequest.java
//SOURCES src/main/java/org/sovereignbook/sbp/ethos/EthosText.java
//SOURCES src/main/java/org/sovereignbook/sbp/ethos/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/feed/Conversation.java
//SOURCES src/main/java/org/sovereignbook/sbp/feed/Conversations.java
//SOURCES src/main/java/org/sovereignbook/sbp/feed/Excerpt.java
//SOURCES src/main/java/org/sovereignbook/sbp/feed/Feed.java
//SOURCES src/main/java/org/sovereignbook/sbp/feed/FeedPiece.java
//SOURCES src/main/java/org/sovereignbook/sbp/feed/People.java
//SOURCES src/main/java/org/sovereignbook/sbp/feed/Search.java
//SOURCES src/main/java/org/sovereignbook/sbp/feed/Someone.java
//SOURCES src/main/java/org/sovereignbook/sbp/feed/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/health/Alerts.java
//SOURCES src/main/java/org/sovereignbook/sbp/health/Courier.java
//SOURCES src/main/java/org/sovereignbook/sbp/health/DailyDigest.java
//SOURCES src/main/java/org/sovereignbook/sbp/health/Health.java
//SOURCES src/main/java/org/sovereignbook/sbp/health/HealthSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/health/SocietyStatus.java
//SOURCES src/main/java/org/sovereignbook/sbp/health/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/Acceptance.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/ActionDenied.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/Claimed.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/CronSlots.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/Dispatch.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/EventThread.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/Hook.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookActions.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookAnswer.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookBounds.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookCause.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookDeclaration.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookInput.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookPrograms.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookRun.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookRuns.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookScript.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookSlots.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookTrial.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookTriggers.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookTrouble.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HookUpkeep.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HooksSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/HotHook.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/Matching.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/ModelQuestion.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/Occurrence.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/Speakers.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/Webhook.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/WebhookPolicy.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/WebhookServer.java
//SOURCES src/main/java/org/sovereignbook/sbp/hooks/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/AddressGuard.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/AnswerReader.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/AnswerTimes.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/Call.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/GuardedResolverProvider.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/HttpConfig.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/HttpPeerClient.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/PeerClient.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/PeerFetch.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/PeerReply.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/PublicAddresses.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/RetryAfter.java
//SOURCES src/main/java/org/sovereignbook/sbp/http/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/AnswerStream.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/ByteBudget.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/Connection.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/ConnectionInput.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/Connections.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/FaultHandler.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/HeadReader.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/HttpConversation.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/HttpFault.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/HttpLimits.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/ReceivedBody.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/RequestBody.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/RequestHead.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/StrictHttpContext.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/StrictHttpExchange.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/StrictHttpProvider.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/StrictHttpServer.java
//SOURCES src/main/java/org/sovereignbook/sbp/httpserver/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/intake/Incoming.java
//SOURCES src/main/java/org/sovereignbook/sbp/intake/Intake.java
//SOURCES src/main/java/org/sovereignbook/sbp/intake/IntakeGate.java
//SOURCES src/main/java/org/sovereignbook/sbp/intake/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/EditableJson.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/Escapes.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/Jcs.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonArray.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonBoolean.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonComments.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonDecimal.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonInteger.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonNull.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonObject.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonReader.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonSchema.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonString.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonText.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonValue.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/JsonWriter.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/MalformedJson.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/Misfit.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/Shape.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/ShapeReader.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/Words.java
//SOURCES src/main/java/org/sovereignbook/sbp/json/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditAnchors.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditChain.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditCheck.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditEntry.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditLog.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditRow.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditSeal.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/AuditUpkeep.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/Authority.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/EventFilter.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/EventLog.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/HandOver.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/Ledger.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/LedgerEvent.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/LedgerProvider.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/Principal.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/Retention.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/Schema.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/SealedKeys.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/SocietyException.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/SocietyFolder.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/SocietyMove.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/SocietyPages.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/SocietySettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/SocietyTables.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/SqliteLedgerProvider.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/StoredContent.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/StoredEvent.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/Subject.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/Transaction.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/Upkeep.java
//SOURCES src/main/java/org/sovereignbook/sbp/ledger/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/LlmAnswer.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/LlmBackend.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/LlmException.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/LlmPrices.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/LlmRequest.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/LlmUsage.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/PromptAssembly.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/Readiness.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CarriedLogin.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CliBackend.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CliEnvironment.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CliLogin.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CliProcess.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CliSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/CodingCli.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/LoginFile.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/LoginMerge.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/Scratch.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/Snapshot.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/cli/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/llm/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/Arrival.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/Arrivals.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/Bus.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/Correspondent.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/Departures.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/Mail.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/MailAddress.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/MailGate.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/MailRetention.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/MailSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/MailState.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/Mailboxes.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/Overdue.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/Receipts.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/Sending.java
//SOURCES src/main/java/org/sovereignbook/sbp/mail/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/maintenance/FolderWalk.java
//SOURCES src/main/java/org/sovereignbook/sbp/maintenance/Git.java
//SOURCES src/main/java/org/sovereignbook/sbp/maintenance/GitHistory.java
//SOURCES src/main/java/org/sovereignbook/sbp/maintenance/HandoffReport.java
//SOURCES src/main/java/org/sovereignbook/sbp/maintenance/Maintenance.java
//SOURCES src/main/java/org/sovereignbook/sbp/maintenance/MaintenanceResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/maintenance/MaintenanceSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/maintenance/StatusReport.java
//SOURCES src/main/java/org/sovereignbook/sbp/maintenance/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/CallSlots.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/HttpPeer.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpAnswer.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpAuthenticator.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpCall.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpCaller.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpChanges.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpClient.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpFeatures.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpHeaders.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpHttp.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpHttpHandler.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpLimits.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpMethods.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpOutcome.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpPeer.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpPrompt.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpRequestState.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpResource.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpRevision.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpServer.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpSession.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpSessions.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpStdio.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/McpTool.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/RpcError.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/RpcMessage.java
//SOURCES src/main/java/org/sovereignbook/sbp/mcp/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/Announcements.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/Discovery.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/EndorsementFetch.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/FetchPool.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/Follow.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/FollowResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/IdentityChange.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/Network.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/NetworkMemory.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/NetworkOutbox.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/NetworkResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/NetworkRun.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/NetworkSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/NewKeys.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/OwnIdentity.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/Promotion.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/Subscriptions.java
//SOURCES src/main/java/org/sovereignbook/sbp/network/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Abbreviation.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/AtExit.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/BoundedProcess.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Config.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/ConfigException.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Disk.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/DiskException.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/FileTree.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/FreeName.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Kept.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/KeyFile.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/KeyFileException.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/LocalDisk.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/LocalPath.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Node.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/NodeException.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/NodeHome.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/NodeLock.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/OwnerOnly.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Ownership.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/OwnershipException.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/PeerText.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/ProcessTree.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Programs.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Quoting.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Resources.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Setting.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/SettingType.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Settings.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/StepResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Subprocess.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Suggestion.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/SystemRandom.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/UserFolders.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Watchdog.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/Wording.java
//SOURCES src/main/java/org/sovereignbook/sbp/node/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/ApiVersion.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/EarlierAcceptance.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/ExtensionKind.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/Extensions.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/JarOnlyClassLoader.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/LoadedPlugins.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginCatalog.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginCopies.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginException.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginFile.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginFolders.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginInstaller.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginManifest.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginRecords.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/PluginState.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/Provision.java
//SOURCES src/main/java/org/sovereignbook/sbp/plugin/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/AgentMail.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Checked.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Code.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Content.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/DisplayName.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Endorsement.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Endpoint.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Envelope.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/EnvelopeValidator.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Fields.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/IdentityDocument.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Limits.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/MailReceipt.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/MailType.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/MessageType.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Payload.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Payloads.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Protocol.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/RejectedException.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Rejection.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Rotation.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/TaskOffer.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/TaskResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/Timestamp.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/TrustState.java
//SOURCES src/main/java/org/sovereignbook/sbp/protocol/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/Action.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/BatchMemory.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/ContentFetch.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/Decision.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/DecisionExecution.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/DecisionRules.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/DecisionsFile.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/DigestBatch.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/DigestItem.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/FetchTries.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/Gate.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/InboxQueue.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/Item.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/Judge.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/OwnSubscriptions.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/PeersOfDigest.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/PostprocessResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/PreprocessResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderContext.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderGates.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderJob.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderOutbox.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderPostprocess.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderPreprocess.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/ReaderSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/ReceivedEnvelope.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/Reshares.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/SteeringPhrases.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/StrangerTurn.java
//SOURCES src/main/java/org/sovereignbook/sbp/reader/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/CommandRunner.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/ComponentConfig.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/ComponentRun.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/Due.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/EarlierCommands.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/SchedulerConfig.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/SchedulerSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/SchedulerState.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/ShellCommandRunner.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/StepWork.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/Steps.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/StopSignal.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/Tick.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/TickEvent.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/TickPlan.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/TickResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/TickRun.java
//SOURCES src/main/java/org/sovereignbook/sbp/scheduler/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/Admission.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/Answer.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/Budgets.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/CachedFile.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/ClientAddress.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/Documents.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/DuplicateIndex.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/EndorsementPages.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/InboxShares.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/NodeDisk.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/NodeHandler.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/NodeServer.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/Profile.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/Quota.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/RememberedLimit.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/Route.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/ServerLog.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/ServerSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/Startup.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/TokenBuckets.java
//SOURCES src/main/java/org/sovereignbook/sbp/server/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/sql/Database.java
//SOURCES src/main/java/org/sovereignbook/sbp/sql/Dialect.java
//SOURCES src/main/java/org/sovereignbook/sbp/sql/IdleStatements.java
//SOURCES src/main/java/org/sovereignbook/sbp/sql/NativeLibrary.java
//SOURCES src/main/java/org/sovereignbook/sbp/sql/Sql.java
//SOURCES src/main/java/org/sovereignbook/sbp/sql/SqliteDatabase.java
//SOURCES src/main/java/org/sovereignbook/sbp/sql/StoredTable.java
//SOURCES src/main/java/org/sovereignbook/sbp/sql/StoredText.java
//SOURCES src/main/java/org/sovereignbook/sbp/sql/WriterTurns.java
//SOURCES src/main/java/org/sovereignbook/sbp/sql/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/step/Component.java
//SOURCES src/main/java/org/sovereignbook/sbp/step/Intervals.java
//SOURCES src/main/java/org/sovereignbook/sbp/step/Progress.java
//SOURCES src/main/java/org/sovereignbook/sbp/step/Step.java
//SOURCES src/main/java/org/sovereignbook/sbp/step/StepContext.java
//SOURCES src/main/java/org/sovereignbook/sbp/step/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Announced.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Approval.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Archive.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Change.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/ChangeSet.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Collection.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/DiscoveryQueue.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Event.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/ExclusiveStore.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/ForwardingStore.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Inbox.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/InboxId.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Introduction.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/LastDay.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Lease.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/LogEntry.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/LogFile.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/LogTail.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/MarkdownRow.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Message.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Messages.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/NodeBusyException.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/NodeCollections.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/NodeCounts.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/ObjectStore.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Outbox.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/OutboxId.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/OutboxItems.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/OutboxKind.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/OwnEndorsements.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Peer.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/PeerCells.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/PeerEviction.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/PeerIdentities.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/PeerNames.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/PeerRows.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/PeerTable.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/PeersDocument.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/PeersMerge.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/QuotaStore.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/RejectedEnvelope.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/RenderedPeers.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/SecretGuard.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/SeenEnvelopes.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Standing.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/StateDocument.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/StorageQuota.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Store.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/StoreException.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/StoreProvider.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/StoreSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/StoredClass.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/StoredLines.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/Stores.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/StrangersEntries.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/StrangersEntry.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/SubscriberSeats.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/SubscriptionRequest.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/copy/Backup.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/copy/BackupArchive.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/copy/BackupManifest.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/copy/Migration.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/copy/MigrationMarker.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/copy/MigrationResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/copy/NodeFiles.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/copy/Restore.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/copy/StoreContents.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/copy/StoreCopy.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/copy/StoreDigest.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/copy/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/DayFiles.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/EntryFiles.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/FileChanges.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/FileLines.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/FileOperations.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/FileRedo.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/FileStore.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/FileStoreProvider.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/MembersFile.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/Operation.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/RenderedCollection.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/SortedLines.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/file/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/store/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/Incarnation.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/Letter.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/MemberActions.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/MemberLoop.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/MemberModel.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/MemberPrompt.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/MemberPulse.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/PlanAnswer.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/ReviewAnswer.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/Skills.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/Team.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/TeamChanges.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/TeamEdit.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/TeamFile.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/TeamFiles.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/TeamGate.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/TeamKeys.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/TeamMember.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/TeamRetention.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/TeamRuns.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/TeamSettings.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/TeamWork.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/WorkResult.java
//SOURCES src/main/java/org/sovereignbook/sbp/team/package-info.java
//SOURCES src/main/java/org/sovereignbook/sbp/yaml/MalformedYaml.java
//SOURCES src/main/java/org/sovereignbook/sbp/yaml/Yaml.java
//SOURCES src/main/java/org/sovereignbook/sbp/yaml/YamlWriter.java
//SOURCES src/main/java/org/sovereignbook/sbp/yaml/package-info.java
//FILES META-INF/services/java.net.spi.InetAddressResolverProvider=src/main/resources/META-INF/services/java.net.spi.InetAddressResolverProvider
//FILES org/sovereignbook/sbp/ledger/migrations/V10__retention.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V10__retention.sql
//FILES org/sovereignbook/sbp/ledger/migrations/V11__access.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V11__access.sql
//FILES org/sovereignbook/sbp/ledger/migrations/V12__grants.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V12__grants.sql
//FILES org/sovereignbook/sbp/ledger/migrations/V13__hooks.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V13__hooks.sql
//FILES org/sovereignbook/sbp/ledger/migrations/V1__ledger.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V1__ledger.sql
//FILES org/sovereignbook/sbp/ledger/migrations/V2__agents.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V2__agents.sql
//FILES org/sovereignbook/sbp/ledger/migrations/V3__board.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V3__board.sql
//FILES org/sovereignbook/sbp/ledger/migrations/V4__mail.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V4__mail.sql
//FILES org/sovereignbook/sbp/ledger/migrations/V5__team.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V5__team.sql
//FILES org/sovereignbook/sbp/ledger/migrations/V6__access.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V6__access.sql
//FILES org/sovereignbook/sbp/ledger/migrations/V7__grants.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V7__grants.sql
//FILES org/sovereignbook/sbp/ledger/migrations/V8__hooks.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V8__hooks.sql
//FILES org/sovereignbook/sbp/ledger/migrations/V9__team.sql=src/main/resources/org/sovereignbook/sbp/ledger/migrations/V9__team.sql
//FILES sources/org/sovereignbook/sbp/author/AuthorJob.java=src/main/java/org/sovereignbook/sbp/author/AuthorJob.java
//FILES sources/org/sovereignbook/sbp/author/AuthorPostprocess.java=src/main/java/org/sovereignbook/sbp/author/AuthorPostprocess.java
//FILES sources/org/sovereignbook/sbp/author/AuthorResult.java=src/main/java/org/sovereignbook/sbp/author/AuthorResult.java
//FILES sources/org/sovereignbook/sbp/author/Draft.java=src/main/java/org/sovereignbook/sbp/author/Draft.java
//FILES sources/org/sovereignbook/sbp/author/FrontMatter.java=src/main/java/org/sovereignbook/sbp/author/FrontMatter.java
//FILES sources/org/sovereignbook/sbp/author/Piece.java=src/main/java/org/sovereignbook/sbp/author/Piece.java
//FILES sources/org/sovereignbook/sbp/author/Publication.java=src/main/java/org/sovereignbook/sbp/author/Publication.java
//FILES sources/org/sovereignbook/sbp/author/ReceivedTitles.java=src/main/java/org/sovereignbook/sbp/author/ReceivedTitles.java
//FILES sources/org/sovereignbook/sbp/author/ReplyNotification.java=src/main/java/org/sovereignbook/sbp/author/ReplyNotification.java
//FILES sources/org/sovereignbook/sbp/author/package-info.java=src/main/java/org/sovereignbook/sbp/author/package-info.java
//FILES sources/org/sovereignbook/sbp/delivery/Attempt.java=src/main/java/org/sovereignbook/sbp/delivery/Attempt.java
//FILES sources/org/sovereignbook/sbp/delivery/Batch.java=src/main/java/org/sovereignbook/sbp/delivery/Batch.java
//FILES sources/org/sovereignbook/sbp/delivery/Connectivity.java=src/main/java/org/sovereignbook/sbp/delivery/Connectivity.java
//FILES sources/org/sovereignbook/sbp/delivery/Delivery.java=src/main/java/org/sovereignbook/sbp/delivery/Delivery.java
//FILES sources/org/sovereignbook/sbp/delivery/DeliveryEvents.java=src/main/java/org/sovereignbook/sbp/delivery/DeliveryEvents.java
//FILES sources/org/sovereignbook/sbp/delivery/DeliveryResult.java=src/main/java/org/sovereignbook/sbp/delivery/DeliveryResult.java
//FILES sources/org/sovereignbook/sbp/delivery/DeliveryRun.java=src/main/java/org/sovereignbook/sbp/delivery/DeliveryRun.java
//FILES sources/org/sovereignbook/sbp/delivery/DeliverySettings.java=src/main/java/org/sovereignbook/sbp/delivery/DeliverySettings.java
//FILES sources/org/sovereignbook/sbp/delivery/DeliveryState.java=src/main/java/org/sovereignbook/sbp/delivery/DeliveryState.java
//FILES sources/org/sovereignbook/sbp/delivery/EnvelopeTimes.java=src/main/java/org/sovereignbook/sbp/delivery/EnvelopeTimes.java
//FILES sources/org/sovereignbook/sbp/delivery/FailedItems.java=src/main/java/org/sovereignbook/sbp/delivery/FailedItems.java
//FILES sources/org/sovereignbook/sbp/delivery/ItemReader.java=src/main/java/org/sovereignbook/sbp/delivery/ItemReader.java
//FILES sources/org/sovereignbook/sbp/delivery/OutboxRepair.java=src/main/java/org/sovereignbook/sbp/delivery/OutboxRepair.java
//FILES sources/org/sovereignbook/sbp/delivery/OutgoingItem.java=src/main/java/org/sovereignbook/sbp/delivery/OutgoingItem.java
//FILES sources/org/sovereignbook/sbp/delivery/Poster.java=src/main/java/org/sovereignbook/sbp/delivery/Poster.java
//FILES sources/org/sovereignbook/sbp/delivery/RecipientState.java=src/main/java/org/sovereignbook/sbp/delivery/RecipientState.java
//FILES sources/org/sovereignbook/sbp/delivery/Results.java=src/main/java/org/sovereignbook/sbp/delivery/Results.java
//FILES sources/org/sovereignbook/sbp/delivery/Successors.java=src/main/java/org/sovereignbook/sbp/delivery/Successors.java
//FILES sources/org/sovereignbook/sbp/delivery/Unserved.java=src/main/java/org/sovereignbook/sbp/delivery/Unserved.java
//FILES sources/org/sovereignbook/sbp/delivery/package-info.java=src/main/java/org/sovereignbook/sbp/delivery/package-info.java
//FILES sources/org/sovereignbook/sbp/maintenance/FolderWalk.java=src/main/java/org/sovereignbook/sbp/maintenance/FolderWalk.java
//FILES sources/org/sovereignbook/sbp/maintenance/Git.java=src/main/java/org/sovereignbook/sbp/maintenance/Git.java
//FILES sources/org/sovereignbook/sbp/maintenance/GitHistory.java=src/main/java/org/sovereignbook/sbp/maintenance/GitHistory.java
//FILES sources/org/sovereignbook/sbp/maintenance/HandoffReport.java=src/main/java/org/sovereignbook/sbp/maintenance/HandoffReport.java
//FILES sources/org/sovereignbook/sbp/maintenance/Maintenance.java=src/main/java/org/sovereignbook/sbp/maintenance/Maintenance.java
//FILES sources/org/sovereignbook/sbp/maintenance/MaintenanceResult.java=src/main/java/org/sovereignbook/sbp/maintenance/MaintenanceResult.java
//FILES sources/org/sovereignbook/sbp/maintenance/MaintenanceSettings.java=src/main/java/org/sovereignbook/sbp/maintenance/MaintenanceSettings.java
//FILES sources/org/sovereignbook/sbp/maintenance/StatusReport.java=src/main/java/org/sovereignbook/sbp/maintenance/StatusReport.java
//FILES sources/org/sovereignbook/sbp/maintenance/package-info.java=src/main/java/org/sovereignbook/sbp/maintenance/package-info.java
//FILES sources/org/sovereignbook/sbp/network/Announcements.java=src/main/java/org/sovereignbook/sbp/network/Announcements.java
//FILES sources/org/sovereignbook/sbp/network/Discovery.java=src/main/java/org/sovereignbook/sbp/network/Discovery.java
//FILES sources/org/sovereignbook/sbp/network/EndorsementFetch.java=src/main/java/org/sovereignbook/sbp/network/EndorsementFetch.java
//FILES sources/org/sovereignbook/sbp/network/FetchPool.java=src/main/java/org/sovereignbook/sbp/network/FetchPool.java
//FILES sources/org/sovereignbook/sbp/network/Follow.java=src/main/java/org/sovereignbook/sbp/network/Follow.java
//FILES sources/org/sovereignbook/sbp/network/FollowResult.java=src/main/java/org/sovereignbook/sbp/network/FollowResult.java
//FILES sources/org/sovereignbook/sbp/network/IdentityChange.java=src/main/java/org/sovereignbook/sbp/network/IdentityChange.java
//FILES sources/org/sovereignbook/sbp/network/Network.java=src/main/java/org/sovereignbook/sbp/network/Network.java
//FILES sources/org/sovereignbook/sbp/network/NetworkMemory.java=src/main/java/org/sovereignbook/sbp/network/NetworkMemory.java
//FILES sources/org/sovereignbook/sbp/network/NetworkOutbox.java=src/main/java/org/sovereignbook/sbp/network/NetworkOutbox.java
//FILES sources/org/sovereignbook/sbp/network/NetworkResult.java=src/main/java/org/sovereignbook/sbp/network/NetworkResult.java
//FILES sources/org/sovereignbook/sbp/network/NetworkRun.java=src/main/java/org/sovereignbook/sbp/network/NetworkRun.java
//FILES sources/org/sovereignbook/sbp/network/NetworkSettings.java=src/main/java/org/sovereignbook/sbp/network/NetworkSettings.java
//FILES sources/org/sovereignbook/sbp/network/NewKeys.java=src/main/java/org/sovereignbook/sbp/network/NewKeys.java
//FILES sources/org/sovereignbook/sbp/network/OwnIdentity.java=src/main/java/org/sovereignbook/sbp/network/OwnIdentity.java
//FILES sources/org/sovereignbook/sbp/network/Promotion.java=src/main/java/org/sovereignbook/sbp/network/Promotion.java
//FILES sources/org/sovereignbook/sbp/network/Subscriptions.java=src/main/java/org/sovereignbook/sbp/network/Subscriptions.java
//FILES sources/org/sovereignbook/sbp/network/package-info.java=src/main/java/org/sovereignbook/sbp/network/package-info.java
//FILES sources/org/sovereignbook/sbp/reader/Action.java=src/main/java/org/sovereignbook/sbp/reader/Action.java
//FILES sources/org/sovereignbook/sbp/reader/BatchMemory.java=src/main/java/org/sovereignbook/sbp/reader/BatchMemory.java
//FILES sources/org/sovereignbook/sbp/reader/ContentFetch.java=src/main/java/org/sovereignbook/sbp/reader/ContentFetch.java
//FILES sources/org/sovereignbook/sbp/reader/Decision.java=src/main/java/org/sovereignbook/sbp/reader/Decision.java
//FILES sources/org/sovereignbook/sbp/reader/DecisionExecution.java=src/main/java/org/sovereignbook/sbp/reader/DecisionExecution.java
//FILES sources/org/sovereignbook/sbp/reader/DecisionRules.java=src/main/java/org/sovereignbook/sbp/reader/DecisionRules.java
//FILES sources/org/sovereignbook/sbp/reader/DecisionsFile.java=src/main/java/org/sovereignbook/sbp/reader/DecisionsFile.java
//FILES sources/org/sovereignbook/sbp/reader/DigestBatch.java=src/main/java/org/sovereignbook/sbp/reader/DigestBatch.java
//FILES sources/org/sovereignbook/sbp/reader/DigestItem.java=src/main/java/org/sovereignbook/sbp/reader/DigestItem.java
//FILES sources/org/sovereignbook/sbp/reader/FetchTries.java=src/main/java/org/sovereignbook/sbp/reader/FetchTries.java
//FILES sources/org/sovereignbook/sbp/reader/Gate.java=src/main/java/org/sovereignbook/sbp/reader/Gate.java
//FILES sources/org/sovereignbook/sbp/reader/InboxQueue.java=src/main/java/org/sovereignbook/sbp/reader/InboxQueue.java
//FILES sources/org/sovereignbook/sbp/reader/Item.java=src/main/java/org/sovereignbook/sbp/reader/Item.java
//FILES sources/org/sovereignbook/sbp/reader/Judge.java=src/main/java/org/sovereignbook/sbp/reader/Judge.java
//FILES sources/org/sovereignbook/sbp/reader/OwnSubscriptions.java=src/main/java/org/sovereignbook/sbp/reader/OwnSubscriptions.java
//FILES sources/org/sovereignbook/sbp/reader/PeersOfDigest.java=src/main/java/org/sovereignbook/sbp/reader/PeersOfDigest.java
//FILES sources/org/sovereignbook/sbp/reader/PostprocessResult.java=src/main/java/org/sovereignbook/sbp/reader/PostprocessResult.java
//FILES sources/org/sovereignbook/sbp/reader/PreprocessResult.java=src/main/java/org/sovereignbook/sbp/reader/PreprocessResult.java
//FILES sources/org/sovereignbook/sbp/reader/ReaderContext.java=src/main/java/org/sovereignbook/sbp/reader/ReaderContext.java
//FILES sources/org/sovereignbook/sbp/reader/ReaderGates.java=src/main/java/org/sovereignbook/sbp/reader/ReaderGates.java
//FILES sources/org/sovereignbook/sbp/reader/ReaderJob.java=src/main/java/org/sovereignbook/sbp/reader/ReaderJob.java
//FILES sources/org/sovereignbook/sbp/reader/ReaderOutbox.java=src/main/java/org/sovereignbook/sbp/reader/ReaderOutbox.java
//FILES sources/org/sovereignbook/sbp/reader/ReaderPostprocess.java=src/main/java/org/sovereignbook/sbp/reader/ReaderPostprocess.java
//FILES sources/org/sovereignbook/sbp/reader/ReaderPreprocess.java=src/main/java/org/sovereignbook/sbp/reader/ReaderPreprocess.java
//FILES sources/org/sovereignbook/sbp/reader/ReaderSettings.java=src/main/java/org/sovereignbook/sbp/reader/ReaderSettings.java
//FILES sources/org/sovereignbook/sbp/reader/ReceivedEnvelope.java=src/main/java/org/sovereignbook/sbp/reader/ReceivedEnvelope.java
//FILES sources/org/sovereignbook/sbp/reader/Reshares.java=src/main/java/org/sovereignbook/sbp/reader/Reshares.java
//FILES sources/org/sovereignbook/sbp/reader/SteeringPhrases.java=src/main/java/org/sovereignbook/sbp/reader/SteeringPhrases.java
//FILES sources/org/sovereignbook/sbp/reader/StrangerTurn.java=src/main/java/org/sovereignbook/sbp/reader/StrangerTurn.java
//FILES sources/org/sovereignbook/sbp/reader/package-info.java=src/main/java/org/sovereignbook/sbp/reader/package-info.java
//FILES templates/AGENTS.md=../templates/AGENTS.md
//FILES templates/CLAUDE.md=../templates/CLAUDE.md
//FILES templates/HANDOFF-REPORT.md=../templates/HANDOFF-REPORT.md
//FILES templates/access/automation.yaml=../templates/access/automation.yaml
//FILES templates/access/default.yaml=../templates/access/default.yaml
//FILES templates/access/expectations.yaml=../templates/access/expectations.yaml
//FILES templates/access/groups.yaml=../templates/access/groups.yaml
//FILES templates/access/hours.yaml=../templates/access/hours.yaml
//FILES templates/access/owner.yaml=../templates/access/owner.yaml
//FILES templates/access/people.yaml=../templates/access/people.yaml
//FILES templates/access/unknown.yaml=../templates/access/unknown.yaml
//FILES templates/ethos/default.md=../templates/ethos/default.md
//FILES templates/ethos/prompted.md=../templates/ethos/prompted.md
//FILES templates/gitignore=../templates/gitignore
//FILES templates/hooks/hook.java=../templates/hooks/hook.java
//FILES templates/hooks/hook.py=../templates/hooks/hook.py
//FILES templates/hooks/hook.sh=../templates/hooks/hook.sh
//FILES templates/lib.md=../templates/lib.md
//FILES templates/plugin/llm.java=../templates/plugin/llm.java
//FILES templates/plugin/store.java=../templates/plugin/store.java
//FILES templates/profile.css=../templates/profile.css
//FILES templates/profile.html=../templates/profile.html
//FILES templates/sbp.sh=../templates/sbp.sh
//FILES templates/script.sh=../templates/script.sh
//FILES templates/services/README.md=../templates/services/README.md
//FILES templates/services/crontab=../templates/services/crontab
//FILES templates/services/serve.plist=../templates/services/serve.plist
//FILES templates/services/serve.service=../templates/services/serve.service
//FILES templates/services/serve.xml=../templates/services/serve.xml
//FILES templates/services/tick.plist=../templates/services/tick.plist
//FILES templates/services/tick.service=../templates/services/tick.service
//FILES templates/services/tick.timer=../templates/services/tick.timer
//FILES templates/services/tick.xml=../templates/services/tick.xml
//FILES examples/demo/README.md=../examples/demo/README.md
//FILES examples/demo/cast.txt=../examples/demo/cast.txt
//FILES examples/demo/ferrule/drafts/1-sharpen-before-you-buy.md=../examples/demo/ferrule/drafts/1-sharpen-before-you-buy.md
//FILES examples/demo/ferrule/drafts/2-the-lending-book.md=../examples/demo/ferrule/drafts/2-the-lending-book.md
//FILES examples/demo/ferrule/drafts/3-a-handle-remembers-the-weather.md=../examples/demo/ferrule/drafts/3-a-handle-remembers-the-weather.md
//FILES examples/demo/ferrule/drafts/4-a-tally-that-somebody-kept.md=../examples/demo/ferrule/drafts/4-a-tally-that-somebody-kept.md
//FILES examples/demo/ferrule/ethos.md=../examples/demo/ferrule/ethos.md
//FILES examples/demo/isobar/drafts/1-three-kinds-of-fog.md=../examples/demo/isobar/drafts/1-three-kinds-of-fog.md
//FILES examples/demo/isobar/drafts/2-what-seventy-percent-means.md=../examples/demo/isobar/drafts/2-what-seventy-percent-means.md
//FILES examples/demo/isobar/drafts/3-the-frost-that-was-not-in-the-forecast.md=../examples/demo/isobar/drafts/3-the-frost-that-was-not-in-the-forecast.md
//FILES examples/demo/isobar/drafts/4-on-soil-as-a-rain-gauge.md=../examples/demo/isobar/drafts/4-on-soil-as-a-rain-gauge.md
//FILES examples/demo/isobar/ethos.md=../examples/demo/isobar/ethos.md
//FILES examples/demo/leaven/drafts/1-the-dough-knows-the-weather.md=../examples/demo/leaven/drafts/1-the-dough-knows-the-weather.md
//FILES examples/demo/leaven/drafts/2-how-to-lend-a-starter.md=../examples/demo/leaven/drafts/2-how-to-lend-a-starter.md
//FILES examples/demo/leaven/drafts/3-an-oven-has-a-map.md=../examples/demo/leaven/drafts/3-an-oven-has-a-map.md
//FILES examples/demo/leaven/ethos.md=../examples/demo/leaven/ethos.md
//FILES examples/demo/loam/drafts/1-rain-is-not-watering.md=../examples/demo/loam/drafts/1-rain-is-not-watering.md
//FILES examples/demo/loam/drafts/2-saving-seed-from-the-wrong-tomato.md=../examples/demo/loam/drafts/2-saving-seed-from-the-wrong-tomato.md
//FILES examples/demo/loam/drafts/3-compost-keeps-a-diary.md=../examples/demo/loam/drafts/3-compost-keeps-a-diary.md
//FILES examples/demo/loam/drafts/4-a-spade-has-an-edge-too.md=../examples/demo/loam/drafts/4-a-spade-has-an-edge-too.md
//FILES examples/demo/loam/ethos.md=../examples/demo/loam/ethos.md
//FILES examples/demo/meridian/drafts/1-the-path-that-is-only-there-in-summer.md=../examples/demo/meridian/drafts/1-the-path-that-is-only-there-in-summer.md
//FILES examples/demo/meridian/drafts/2-names-that-only-old-people-use.md=../examples/demo/meridian/drafts/2-names-that-only-old-people-use.md
//FILES examples/demo/meridian/drafts/3-a-coast-has-no-length.md=../examples/demo/meridian/drafts/3-a-coast-has-no-length.md
//FILES examples/demo/meridian/ethos.md=../examples/demo/meridian/ethos.md
//FILES examples/demo/stile/drafts/1-a-path-is-a-vote.md=../examples/demo/stile/drafts/1-a-path-is-a-vote.md
//FILES examples/demo/stile/drafts/2-four-ways-over-a-wall.md=../examples/demo/stile/drafts/2-four-ways-over-a-wall.md
//FILES examples/demo/stile/drafts/3-turning-back.md=../examples/demo/stile/drafts/3-turning-back.md
//FILES examples/demo/stile/ethos.md=../examples/demo/stile/ethos.md
//FILES examples/demo/vigil/drafts/1-ten-minutes-of-dark.md=../examples/demo/vigil/drafts/1-ten-minutes-of-dark.md
//FILES examples/demo/vigil/drafts/2-frost-is-good-seeing.md=../examples/demo/vigil/drafts/2-frost-is-good-seeing.md
//FILES examples/demo/vigil/drafts/3-the-moon-is-late.md=../examples/demo/vigil/drafts/3-the-moon-is-late.md
//FILES examples/demo/vigil/ethos.md=../examples/demo/vigil/ethos.md
//FILES examples/demo/wrack/drafts/1-counting-the-same-pool.md=../examples/demo/wrack/drafts/1-counting-the-same-pool.md
//FILES examples/demo/wrack/drafts/2-what-the-wind-does-to-the-tide.md=../examples/demo/wrack/drafts/2-what-the-wind-does-to-the-tide.md
//FILES examples/demo/wrack/drafts/3-the-tide-line-is-a-newspaper.md=../examples/demo/wrack/drafts/3-the-tide-line-is-a-newspaper.md
//FILES examples/demo/wrack/ethos.md=../examples/demo/wrack/ethos.md
//FILES examples/team/files.txt=../examples/team/files.txt
//FILES examples/team/planner.sh=../examples/team/planner.sh
//FILES examples/team/project/greet.sh=../examples/team/project/greet.sh
//FILES examples/team/project/phase.sh=../examples/team/project/phase.sh
//FILES examples/team/project/words.sh=../examples/team/project/words.sh
//FILES examples/team/reviewer.sh=../examples/team/reviewer.sh
//FILES examples/team/skills/_base.md=../examples/team/skills/_base.md
//FILES examples/team/skills/planning.md=../examples/team/skills/planning.md
//FILES examples/team/skills/review.md=../examples/team/skills/review.md
//FILES examples/team/team.yaml=../examples/team/team.yaml
//FILES examples/team/worker.sh=../examples/team/worker.sh
//FILES prompts/CLAUDE-AUTHOR.md=../prompts/CLAUDE-AUTHOR.md
//FILES prompts/CLAUDE-COMPACTOR.md=../prompts/CLAUDE-COMPACTOR.md
//FILES prompts/CLAUDE-ETHOS.md=../prompts/CLAUDE-ETHOS.md
//FILES prompts/CLAUDE-READER.md=../prompts/CLAUDE-READER.md
//FILES prompts/STEERING-PHRASES.txt=../prompts/STEERING-PHRASES.txt
//FILES prompts/TEAM-PLANNER.md=../prompts/TEAM-PLANNER.md
//FILES prompts/TEAM-REVIEWER.md=../prompts/TEAM-REVIEWER.md
//FILES prompts/TEAM-WORKER.md=../prompts/TEAM-WORKER.md
