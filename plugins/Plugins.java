// The plugins of the program, each file by its name: JBang follows no wildcard behind a URL.
// Written by JBangCatalogTest with -Dsbp.write=true; not to be edited.
// JAVA 25+
// DEPS org.flywaydb:flyway-database-postgresql:13.12.0
// DEPS org.flywaydb:flyway-core:13.12.0
// DEPS com.zaxxer:HikariCP:7.1.0
// DEPS org.postgresql:postgresql:42.7.14
// FILES plugins/pom.xml=pom.xml
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aCall.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aCard.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aClient.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aClose.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aCommand.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aError.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aException.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aFeature.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aKeys.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aListing.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aMessage.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aMethod.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aOpen.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aOperations.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aParams.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aRequest.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aResult.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aRetention.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aRevoke.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aRoutes.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aSettings.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aState.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aStream.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aTask.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aTasks.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aToken.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/A2aView.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/BoardWork.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/ClientWork.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/ConversationWork.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/Following.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/HttpBinding.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/InteropDemo.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/OpenAgent.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/OpenFile.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/Opening.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/PushAddress.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/PushDelivery.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/Pushes.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/Questions.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/RpcBinding.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/SentFile.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/TaskAsk.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/TaskEvent.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/TaskFile.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/Version03Binding.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/Way.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/A2aAdd.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/A2aAgents.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/A2aCancel.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/A2aRemove.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/A2aSend.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/A2aShow.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/A2aTaskShow.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/CardFetch.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/CardKeys.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/CardSignature.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/KeyWatch.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/KnownAgent.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/KnownAgents.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/PeerProof.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteAnswer.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteBinding.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteBoard.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteCalls.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteCard.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteCommand.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteHearing.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteMessage.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemotePauses.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemotePiece.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemotePieces.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteState.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteStep.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteTask.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteTasks.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteTokens.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteUpkeep.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/RemoteView.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/client/package-info.java
// SOURCES a2a/src/main/java/org/sovereignbook/sbp/plugins/a2a/package-info.java
// FILES plugins/a2a/pom.xml=a2a/pom.xml
// FILES plugins/a2a/META-INF/extensions.idx=a2a/src/main/resources/META-INF/extensions.idx
// FILES plugins/a2a/META-INF/sbp-features=a2a/src/main/resources/META-INF/sbp-features
// FILES plugins/a2a/META-INF/sbp-tools.jsonl=a2a/src/main/resources/META-INF/sbp-tools.jsonl
// FILES
// plugins/a2a/org/sovereignbook/sbp/plugins/a2a/V1__a2a.sql=a2a/src/main/resources/org/sovereignbook/sbp/plugins/a2a/V1__a2a.sql
// FILES
// plugins/a2a/org/sovereignbook/sbp/plugins/a2a/V2__a2a_client.sql=a2a/src/main/resources/org/sovereignbook/sbp/plugins/a2a/V2__a2a_client.sql
// FILES
// plugins/a2a/org/sovereignbook/sbp/plugins/a2a/V3__a2a_heard.sql=a2a/src/main/resources/org/sovereignbook/sbp/plugins/a2a/V3__a2a_heard.sql
// FILES
// plugins/a2a/org/sovereignbook/sbp/plugins/a2a/interop.txt=a2a/src/main/resources/org/sovereignbook/sbp/plugins/a2a/interop.txt
// FILES
// plugins/a2a/org/sovereignbook/sbp/plugins/a2a/passphrase.txt=a2a/src/main/resources/org/sovereignbook/sbp/plugins/a2a/passphrase.txt
// FILES
// plugins/a2a/org/sovereignbook/sbp/plugins/a2a/worker.mjs=a2a/src/main/resources/org/sovereignbook/sbp/plugins/a2a/worker.mjs
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AcpBackend.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AcpCommand.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AcpError.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AcpFeature.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AcpInstall.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AcpMethods.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AcpProve.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AcpServer.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AcpSettings.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AcpWire.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AgentConversation.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AgentFolder.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AgentLine.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AgentProcess.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/AnsweredElsewhere.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/BoardPlan.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/CallView.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/Editor.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/EditorCommand.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/EditorHistory.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/EditorHost.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/EditorMode.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/EditorProof.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/EditorSession.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/EditorTurn.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/EditorUpdates.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/PromptText.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/ShownCommands.java
// SOURCES acp/src/main/java/org/sovereignbook/sbp/plugins/acp/package-info.java
// FILES plugins/acp/pom.xml=acp/pom.xml
// FILES plugins/acp/META-INF/extensions.idx=acp/src/main/resources/META-INF/extensions.idx
// FILES plugins/acp/META-INF/sbp-features=acp/src/main/resources/META-INF/sbp-features
// FILES
// plugins/acp/org/sovereignbook/sbp/plugins/acp/V1__acp.sql=acp/src/main/resources/org/sovereignbook/sbp/plugins/acp/V1__acp.sql
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainAction.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainBackend.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainCall.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainClient.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainCommand.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainCompanion.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainException.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainFeature.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainList.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainLog.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainOverview.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainRate.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainRead.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainRegister.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainRevoke.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainSender.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainSettings.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainTransaction.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainVariables.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/ChainWrite.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/MockChain.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/RegistrationFile.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/TaskRating.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/TaskReceipt.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/VerdictRatings.java
// SOURCES chain/src/main/java/org/sovereignbook/sbp/plugins/chain/package-info.java
// FILES plugins/chain/pom.xml=chain/pom.xml
// FILES plugins/chain/META-INF/extensions.idx=chain/src/main/resources/META-INF/extensions.idx
// FILES plugins/chain/META-INF/sbp-features=chain/src/main/resources/META-INF/sbp-features
// FILES
// plugins/chain/org/sovereignbook/sbp/plugins/chain/V1__chain.sql=chain/src/main/resources/org/sovereignbook/sbp/plugins/chain/V1__chain.sql
// FILES
// plugins/chain/org/sovereignbook/sbp/plugins/chain/chain.js=chain/src/main/resources/org/sovereignbook/sbp/plugins/chain/chain.js
// SOURCES chroma/src/main/java/org/sovereignbook/sbp/plugins/chroma/ChromaClient.java
// SOURCES chroma/src/main/java/org/sovereignbook/sbp/plugins/chroma/ChromaFeature.java
// SOURCES chroma/src/main/java/org/sovereignbook/sbp/plugins/chroma/ChromaMemory.java
// SOURCES chroma/src/main/java/org/sovereignbook/sbp/plugins/chroma/package-info.java
// FILES plugins/chroma/pom.xml=chroma/pom.xml
// FILES plugins/chroma/META-INF/extensions.idx=chroma/src/main/resources/META-INF/extensions.idx
// FILES plugins/chroma/META-INF/sbp-features=chroma/src/main/resources/META-INF/sbp-features
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/Autonomy.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/Ballot.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/Bullet.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/ChangeAnswer.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/ChangeCost.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/ChangeDrafts.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/ChangeFiles.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/ChangeProposal.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/ChangeTrials.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/ChangeVotes.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/CompareAnswer.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/Diagnosis.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/Evolution.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/EvolutionChange.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/EvolutionFeature.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/EvolutionKeys.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/EvolutionLog.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/EvolutionModels.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/EvolutionPast.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/EvolutionRest.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/EvolutionSettings.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/EvolutionWork.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/Evolving.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/Later.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/MemberEvolution.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/PairedTest.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/PastTasks.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/PendingFiles.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/PromptBlock.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/ReputationDemo.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/TeamEvolve.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/TrailEvent.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/TrialPair.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/TrialResult.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/VoteAnswer.java
// SOURCES evolution/src/main/java/org/sovereignbook/sbp/plugins/evolution/package-info.java
// FILES plugins/evolution/pom.xml=evolution/pom.xml
// FILES
// plugins/evolution/META-INF/extensions.idx=evolution/src/main/resources/META-INF/extensions.idx
// FILES plugins/evolution/META-INF/sbp-features=evolution/src/main/resources/META-INF/sbp-features
// FILES
// plugins/evolution/org/sovereignbook/sbp/plugins/evolution/TEAM-COMPARER.md=evolution/src/main/resources/org/sovereignbook/sbp/plugins/evolution/TEAM-COMPARER.md
// FILES
// plugins/evolution/org/sovereignbook/sbp/plugins/evolution/TEAM-EVOLUTION.md=evolution/src/main/resources/org/sovereignbook/sbp/plugins/evolution/TEAM-EVOLUTION.md
// FILES
// plugins/evolution/org/sovereignbook/sbp/plugins/evolution/TEAM-VOTER.md=evolution/src/main/resources/org/sovereignbook/sbp/plugins/evolution/TEAM-VOTER.md
// FILES
// plugins/evolution/org/sovereignbook/sbp/plugins/evolution/V1__evolution.sql=evolution/src/main/resources/org/sovereignbook/sbp/plugins/evolution/V1__evolution.sql
// FILES
// plugins/evolution/org/sovereignbook/sbp/plugins/evolution/V2__evolution_cost.sql=evolution/src/main/resources/org/sovereignbook/sbp/plugins/evolution/V2__evolution_cost.sql
// FILES
// plugins/evolution/org/sovereignbook/sbp/plugins/evolution/reputation-model.sh=evolution/src/main/resources/org/sovereignbook/sbp/plugins/evolution/reputation-model.sh
// FILES
// plugins/evolution/org/sovereignbook/sbp/plugins/evolution/reputation-team.yaml=evolution/src/main/resources/org/sovereignbook/sbp/plugins/evolution/reputation-team.yaml
// FILES
// plugins/evolution/org/sovereignbook/sbp/plugins/evolution/reputation.txt=evolution/src/main/resources/org/sovereignbook/sbp/plugins/evolution/reputation.txt
// SOURCES offers/src/main/java/org/sovereignbook/sbp/plugins/offers/Offer.java
// SOURCES offers/src/main/java/org/sovereignbook/sbp/plugins/offers/OfferArrivals.java
// SOURCES offers/src/main/java/org/sovereignbook/sbp/plugins/offers/OfferCommands.java
// SOURCES offers/src/main/java/org/sovereignbook/sbp/plugins/offers/OfferMail.java
// SOURCES offers/src/main/java/org/sovereignbook/sbp/plugins/offers/OfferSettings.java
// SOURCES offers/src/main/java/org/sovereignbook/sbp/plugins/offers/OfferUpkeep.java
// SOURCES offers/src/main/java/org/sovereignbook/sbp/plugins/offers/Offers.java
// SOURCES offers/src/main/java/org/sovereignbook/sbp/plugins/offers/OffersFeature.java
// SOURCES offers/src/main/java/org/sovereignbook/sbp/plugins/offers/package-info.java
// FILES plugins/offers/pom.xml=offers/pom.xml
// FILES plugins/offers/META-INF/extensions.idx=offers/src/main/resources/META-INF/extensions.idx
// FILES plugins/offers/META-INF/sbp-features=offers/src/main/resources/META-INF/sbp-features
// FILES
// plugins/offers/org/sovereignbook/sbp/plugins/offers/V1__offers.sql=offers/src/main/resources/org/sovereignbook/sbp/plugins/offers/V1__offers.sql
// FILES
// plugins/offers/org/sovereignbook/sbp/plugins/offers/V2__text_bytes.sql=offers/src/main/resources/org/sovereignbook/sbp/plugins/offers/V2__text_bytes.sql
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/RelayCommand.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/RelayFeature.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/RelayListing.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/RelayRequest.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/RelaySettings.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/Fetching.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/GuestUpkeep.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/GuestWork.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/Joined.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/JoinedRelays.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/OwnEndpoint.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/Publishing.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/RelayCalls.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/RelayFetch.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/RelayJoin.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/RelayLeave.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/RelayView.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/Rounds.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/guest/package-info.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/Arrivals.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/Guest.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/GuestRequests.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/GuestView.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/Guests.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/HostRoutes.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/HostState.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/HostUpkeep.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/Letters.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/RelayEnd.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/RelayHost.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/Uploads.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/host/package-info.java
// SOURCES relay/src/main/java/org/sovereignbook/sbp/plugins/relay/package-info.java
// FILES plugins/relay/pom.xml=relay/pom.xml
// FILES plugins/relay/META-INF/extensions.idx=relay/src/main/resources/META-INF/extensions.idx
// FILES plugins/relay/META-INF/sbp-features=relay/src/main/resources/META-INF/sbp-features
// FILES
// plugins/relay/org/sovereignbook/sbp/plugins/relay/V1__relay.sql=relay/src/main/resources/org/sovereignbook/sbp/plugins/relay/V1__relay.sql
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/Absence.java
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/Absences.java
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/AgentHost.java
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/AgentLeave.java
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/AgentReturn.java
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/Bundle.java
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/Guests.java
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/Leaves.java
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/ReturnSettings.java
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/ReturnView.java
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/ReturningFeature.java
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/Returns.java
// SOURCES returning/src/main/java/org/sovereignbook/sbp/plugins/returning/package-info.java
// FILES plugins/returning/pom.xml=returning/pom.xml
// FILES
// plugins/returning/META-INF/extensions.idx=returning/src/main/resources/META-INF/extensions.idx
// FILES plugins/returning/META-INF/sbp-features=returning/src/main/resources/META-INF/sbp-features
// FILES
// plugins/returning/META-INF/sbp-tools.jsonl=returning/src/main/resources/META-INF/sbp-tools.jsonl
// FILES
// plugins/returning/org/sovereignbook/sbp/plugins/returning/V1__returns.sql=returning/src/main/resources/org/sovereignbook/sbp/plugins/returning/V1__returns.sql
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/ArrivedItem.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/ArrivedItems.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/GroupAside.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/GroupSender.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/GroupSending.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/ItemArrivals.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/ListArrivals.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/ListedGroup.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/MemoryGate.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/MetNodes.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/NodeStates.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SendingOutcomes.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SendingQueue.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SendingRun.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SentItems.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SentLists.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SentParts.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SentReceipts.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SharedArrivals.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SharedGroup.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SharedGroups.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SharedGroupsFeature.java
// SOURCES
// shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SharedGroupsSettings.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SharedItem.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SharedItems.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SharedKeys.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SharedRotations.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/SharedText.java
// SOURCES shared-groups/src/main/java/org/sovereignbook/sbp/plugins/groups/package-info.java
// FILES plugins/shared-groups/pom.xml=shared-groups/pom.xml
// FILES
// plugins/shared-groups/META-INF/extensions.idx=shared-groups/src/main/resources/META-INF/extensions.idx
// FILES
// plugins/shared-groups/META-INF/sbp-features=shared-groups/src/main/resources/META-INF/sbp-features
// FILES
// plugins/shared-groups/org/sovereignbook/sbp/plugins/groups/V1__shared_groups.sql=shared-groups/src/main/resources/org/sovereignbook/sbp/plugins/groups/V1__shared_groups.sql
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/Swarm.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/SwarmCommand.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/SwarmDemo.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/SwarmFeature.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/SwarmFile.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/SwarmListing.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/SwarmManifest.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/SwarmObserver.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/SwarmRounds.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/SwarmRun.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/SwarmSettings.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/SwarmStrategy.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/SwarmTasks.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/Swarms.java
// SOURCES swarm/src/main/java/org/sovereignbook/sbp/plugins/swarm/package-info.java
// FILES plugins/swarm/pom.xml=swarm/pom.xml
// FILES plugins/swarm/META-INF/extensions.idx=swarm/src/main/resources/META-INF/extensions.idx
// FILES plugins/swarm/META-INF/sbp-features=swarm/src/main/resources/META-INF/sbp-features
// FILES plugins/swarm/META-INF/sbp-tools.jsonl=swarm/src/main/resources/META-INF/sbp-tools.jsonl
// FILES
// plugins/swarm/org/sovereignbook/sbp/plugins/swarm/V1__swarms.sql=swarm/src/main/resources/org/sovereignbook/sbp/plugins/swarm/V1__swarms.sql
// FILES
// plugins/swarm/org/sovereignbook/sbp/plugins/swarm/swarm-model.sh=swarm/src/main/resources/org/sovereignbook/sbp/plugins/swarm/swarm-model.sh
// FILES
// plugins/swarm/org/sovereignbook/sbp/plugins/swarm/swarm.txt=swarm/src/main/resources/org/sovereignbook/sbp/plugins/swarm/swarm.txt
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/EpisodeStore.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/GivenMail.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/Incarnation.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/LiveFiles.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/LongMemory.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/MemberActions.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/MemberLoop.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/MemberModel.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/MemberModels.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/MemberPrompt.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/MemberPulse.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/MemberRun.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/MemberWork.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/OtherWork.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/OwnMemory.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/PlanAnswer.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/ReputationFiles.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/ReviewAnswer.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/Sharing.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/Skills.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/Team.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamBeginning.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamBudget.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamChanges.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamChecks.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamCommand.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamDemo.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamEdit.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamFeature.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamFile.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamFiles.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamFolder.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamGate.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamGroup.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamInit.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamKeys.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamMember.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamResult.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamRetention.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamRuns.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamScores.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamSet.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamSettings.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamShow.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamStatus.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamSupervision.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamWhy.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamWork.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/TeamsFeature.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/WorkResult.java
// SOURCES team/src/main/java/org/sovereignbook/sbp/plugins/team/package-info.java
// FILES plugins/team/pom.xml=team/pom.xml
// FILES plugins/team/META-INF/extensions.idx=team/src/main/resources/META-INF/extensions.idx
// FILES plugins/team/META-INF/sbp-features=team/src/main/resources/META-INF/sbp-features
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
