package org.sovereignbook.sbp.cli;

/**
 * What the commands take that are called all day, a line each; {@link PlainTable} reads it. Written
 * by PlainWordsTest with -Dsbp.write=true; not to be edited.
 */
final class PlainCommands {
  static final String LINES =
      """

      PeersCommand --home -n,--limit=^page/limit=int==1=
      StatusCommand --home --all=all=flag=== --wait=wait=flag=== --timeout=timeoutSeconds=int=?=0=
      InboxCommand --home -n,--limit=^page/limit=int==1=
      OutboxCommand --home -n,--limit=^page/limit=int==1=
      CostCommand --home --days=days=int==1=3660
      VerifyCommand =file=String=!==
      AgentCommand --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      /list=AgentCommand$ListAgents /show=AgentCommand$Show /activate=AgentEdit$Activate \
      /suspend=AgentEdit$Suspend /deactivate=AgentEdit$Deactivate /reactivate=AgentEdit$Reactivate \
      /rename=AgentEdit$Rename /remove=AgentEdit$Remove
      AgentCommand$ListAgents --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?== --status=status=agents.AgentStatus=?== --mine=mine=flag=== \
      --parent=parent=String=?== --all=all=flag===
      AgentCommand$Show --home --as=^as=String=?== =name=String=!==
      AgentEdit$Activate --home --as=^^^as=String=?== --reason=^reason=String=== \
      =^^name=String=!==
      AgentEdit$Suspend --home --as=^^^as=String=?== --reason=^reason=String=== =^^name=String=!==
      AgentEdit$Deactivate --home --as=^^^as=String=?== --reason=^reason=String=== \
      =^^name=String=!==
      AgentEdit$Reactivate --home --as=^^^as=String=?== --reason=^reason=String=== \
      =^^name=String=!==
      AgentEdit$Rename --home --as=^^as=String=?== =^name=String=!== =newName=String=!==
      AgentEdit$Remove --home --as=^^^as=String=?== --reason=^reason=String=== --now=now=flag=== \
      =^^name=String=!==
      TaskCommand --home --as=^^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?== /add=TaskAdd /list=TaskCommand$ListTasks \
      /ready=TaskCommand$Ready /show=TaskCommand$Show /claim=TaskWork$Take /renew=TaskWork$Renew \
      /submit=TaskWork$Submit /review=TaskRule$Review /complete=TaskWork$Complete \
      /fail=TaskWork$Fail /cancel=TaskRule$Cancel /retry=TaskRule$Retry /graph=TaskGraphCommand \
      /offer=TaskAcross$MakeOffer /offers=TaskAcross$ListOffers
      TaskAdd --home --as=^^as=String=?== --description=description=String=?== \
      --blocked-by=blockedBy=String=*== --priority=priority=int==-1000=1000 \
      --label=labels=String=*== --required-role=requiredRole=String=?== \
      --min-reputation=minReputation=int==0=100 --parent=parent=String=?== \
      --deadline=deadline=String=?== --keep-waiting=keepWaiting=flag=== \
      --reviewer=reviewers=String=*== =title=String=!==
      TaskCommand$ListTasks --home --as=^^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?== --state=states=board.TaskState=*== --label=label=String=?== \
      --worker=worker=String=?== --parent=parent=String=?== --to-review=toReview=flag===
      TaskCommand$Ready --home --as=^^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?==
      TaskCommand$Show --home --as=^^as=String=?== --attempt=attempt=int=?=1= =id=String=!==
      TaskWork$Take --home --as=^^as=String=?== =id=String=?==
      TaskWork$Renew --home --as=^^as=String=?== --fence=fence=long=!=1= =id=String=!==
      TaskWork$Submit --home --as=^^^as=String=?== --fence=fence=long=!=1= \
      --result=result=String=!== --reviewer=reviewers=String=*== =^id=String=!==
      TaskRule$Review --home --as=^^as=String=?== --score=score=int=!=0=100 \
      --comment=comment=String=== --attempt=attempt=int=?=1= =id=String=!==
      TaskWork$Complete --home --as=^^^^as=String=?== --fence=^fence=long=?=1= =^^id=String=!==
      TaskWork$Fail --home --as=^^^^as=String=?== --fence=^fence=long=?=1= \
      --reason=reason=String=== =^^id=String=!==
      TaskRule$Cancel --home --as=^^^as=String=?== --reason=reason=String=== =^id=String=!==
      TaskRule$Retry --home --as=^^as=String=?== =id=String=!==
      TaskGraphCommand --home --as=^^as=String=?== --svg=svg=Path=?== --limit=limit=int==1= \
      =id=String=?==
      TaskAcross$MakeOffer --home --as=^as=String=?== --hours=hours=int==1=8760 \
      --withdraw=withdraw=flag=== =id=String=!== =peer=String=?==
      TaskAcross$ListOffers --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?==
      MailCommand --home --as=^^as=String=?== --all=^all=flag=== --sent=^sent=flag=== \
      -n,--limit=^page/limit=int==1= --after=^page/after=String=?== /send=MailCommand$Send \
      /list=MailCommand$ListMail /read=MailCommand$Read /ack=MailCommand$Ack \
      /reply=MailCommand$Reply /receipts=MailCommand$ShowReceipts
      MailCommand$Send --home --as=^^as=String=?== --type=type=protocol.MailType=== \
      --expires-minutes=minutes=long=?=1=5256000 --epoch=epoch=long=?=0= =address=String=!== \
      =^words=String=*==
      MailCommand$ListMail --home --as=^^as=String=?== --all=^all=flag=== --sent=^sent=flag=== \
      -n,--limit=^page/limit=int==1= --after=^page/after=String=?==
      MailCommand$Read --home --as=^as=String=?== =id=String=?==
      MailCommand$Ack --home --as=^as=String=?== --fence=fence=long=?=1= =id=String=!==
      MailCommand$Reply --home --as=^^as=String=?== =id=String=!== =^words=String=*==
      MailCommand$ShowReceipts --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?== =id=String=?==
      BusCommand --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?== --agent=^agent=String=?== /get=BusCommand$Get \
      /put=BusCommand$Put /list=BusCommand$ListKeys /snapshot=BusCommand$Snapshot \
      /delete=BusCommand$Delete
      BusCommand$Get --home --as=^as=String=?== =key=String=!==
      BusCommand$Put --home --as=^as=String=?== --if-version=version=long=?=0= =key=String=!== \
      =words=String=*!==
      BusCommand$ListKeys --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?== --agent=^agent=String=?==
      BusCommand$Snapshot --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?==
      BusCommand$Delete --home --as=^as=String=?== =key=String=!==
      EventCommand --home /list=EventCommand$ListEvents
      EventCommand$ListEvents --home --kind=wanted/kind=String=?== --agent=wanted/agent=String=?== \
      --task=wanted/task=String=?== --about=wanted/about=String=*== \
      --since=wanted/since=String=?== --until=wanted/until=String=?== \
      -n,--limit=page/limit=int==1= --after=page/after=String=?== --before=before=long===
      EntityCommand --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?== /list=EntityCommand$ListEntities /show=EntityCommand$Show \
      /add=EntityCommand$Add /merge=EntityCommand$Merge /tag=EntityCommand$Tag
      EntityCommand$ListEntities --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?==
      EntityCommand$Show --home --as=^^as=String=?== =name=String=!==
      EntityCommand$Add --home --as=^^^as=String=?== --relationship=relationship=String=?== \
      --identity=identities=String=*== --tag=tags=String=*== --persona=persona=flag=== \
      =name=String=!==
      EntityCommand$Merge --home --as=^^^as=String=?== --relationship=relationship=String=?== \
      =into=String=!== =other=String=!==
      EntityCommand$Tag --home --as=^^^as=String=?== --remove=remove=flag=== =name=String=!== \
      =tags=String=*==
      AccessCommand --home /requests=RequestsCommand /deny=RequestCommand$Deny \
      /grants=GrantCommand$GrantList /revoke=GrantCommand$Revoke /key=OwnerKeyCommand \
      /passphrase=PassphraseCommand /clear=ClearCommand
      RequestsCommand --home --all=all=flag=== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?== =draft=String=?==
      RequestCommand$Deny --home --as=^^as=String=?== --proof=^proof=String=?== \
      =request=String=!==
      GrantCommand$GrantList --home --all=all=flag=== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?==
      GrantCommand$Revoke --home --as=^^as=String=?== --proof=^proof=String=?== =grant=String=!==
      OwnerKeyCommand --home --as=^^as=String=?== --proof=^proof=String=?== --file=file=Path=?== \
      --public-key=publicKey=String=?== --end=revoke=flag=== --challenge=challenge=flag=== \
      =name=String=?==
      PassphraseCommand --home --as=^^as=String=?== --proof=^proof=String=?== \
      --remove=remove=flag===
      ClearCommand --home --as=^^as=String=?== --proof=^proof=String=?== =name=String=!==
      AuditCommand --home /list=AuditCommand$ListDecisions
      AuditCommand$ListDecisions --home --for=wanted/who=String=?== --tool=wanted/tool=String=?== \
      --decision=wanted/decision=String=?== --event=wanted/event=String=?== \
      --grant=wanted/grant=String=?== --since=wanted/since=String=?== \
      --until=wanted/until=String=?== -n,--limit=page/limit=int==1= --after=page/after=String=?== \
      --before=before=long===
      HookCommand --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      /list=HookCommand$ListHooks /accept=HookCommand$Accept /enable=HookCommand$Enable \
      /disable=HookCommand$Disable /remove=HookCommand$Remove /retry=HookCommand$Retry \
      /log=HookCommand$Log
      HookCommand$ListHooks --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?==
      HookCommand$Accept --home --as=^^as=String=?== =^name=String=!==
      HookCommand$Enable --home --as=^^as=String=?== =^name=String=!==
      HookCommand$Disable --home --as=^^as=String=?== =^name=String=!==
      HookCommand$Remove --home --as=^as=String=?== =name=String=!==
      HookCommand$Retry --home --as=^as=String=?== =name=String=!== =event=String=?==
      HookCommand$Log --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?== =name=String=?==
      WebhookCommand --home -n,--limit=page/limit=int==1=
      TickCommand --home --dry-run=dryRun=flag===
      SocietyFilesCommand --home
      StepCommand$Plain --home
      StepCommand$Plain --home
      StepCommand$Plain --home
      StepCommand$WithNow --home --now=now=flag===
      StepCommand$Plain --home
      StepCommand$Plain --home
      VersionCommand \s
      WarmUpCommand =what=String===
      """;

  private PlainCommands() {}
}
