package org.sovereignbook.sbp.cli;

/**
 * The arguments of frequently called commands, one line each, for {@link PlainTable}. Written by
 * PlainWordsTest with -Dsbp.write=true; not to be edited.
 */
final class PlainCommands {
  static final String LINES =
      """

      read.SearchCommand --home --as=^as=String=?== --kind=kinds=peer.feed.Search$Kind=*== \
      -n,--limit=page/limit=int==1= --after=page/after=String=?== =words=String=*!==
      look.StatusCommand --home --all=all=flag=== --wait=wait=flag=== \
      --timeout=timeoutSeconds=int=?=0=
      look.InboxCommand --home -n,--limit=^page/limit=int==1=
      look.OutboxCommand --home -n,--limit=^page/limit=int==1=
      look.CostCommand --home --days=days=int==1=3660
      look.VerifyCommand =file=String=!==
      sessions.ChatCommand --home --new=isNew=flag=== --persona=persona=String=?== \
      -m,--message=message=String=?== =label=String=?== =words=String=*==
      talk.PeersCommand --home -n,--limit=^page/limit=int==1=
      work.AgentCommand --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      /list=work.AgentCommand$ListAgents /show=work.AgentCommand$Show \
      /activate=work.AgentEdit$Activate /suspend=work.AgentEdit$Suspend \
      /deactivate=work.AgentEdit$Deactivate /reactivate=work.AgentEdit$Reactivate \
      /rename=work.AgentEdit$Rename /remove=work.AgentEdit$Remove /leave=work.AgentLeave \
      /host=work.AgentHost /return=work.AgentReturn$Begin /review=work.AgentReturn$Review
      work.AgentCommand$ListAgents --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?== --status=status=authority.agents.AgentStatus=?== \
      --mine=mine=flag=== --parent=parent=String=?== --all=all=flag===
      work.AgentCommand$Show --home --as=^as=String=?== =name=String=!==
      work.AgentEdit$Activate --home --as=^^^as=String=?== --reason=^reason=String=== \
      =^^name=String=!==
      work.AgentEdit$Suspend --home --as=^^^as=String=?== --reason=^reason=String=== \
      =^^name=String=!==
      work.AgentEdit$Deactivate --home --as=^^^as=String=?== --reason=^reason=String=== \
      =^^name=String=!==
      work.AgentEdit$Reactivate --home --as=^^^as=String=?== --reason=^reason=String=== \
      =^^name=String=!==
      work.AgentEdit$Rename --home --as=^^as=String=?== =^name=String=!== =newName=String=!==
      work.AgentEdit$Remove --home --as=^^^as=String=?== --reason=^reason=String=== \
      --now=now=flag=== =^^name=String=!==
      work.AgentLeave --home --as=^as=String=?== --proof=asOwner/proof=String=?== \
      --passphrase-file=asOwner/passphraseFile=Path=?== =name=String=!== =file=Path=!==
      work.AgentHost --home --as=^as=String=?== --proof=asOwner/proof=String=?== \
      --passphrase-file=asOwner/passphraseFile=Path=?== --name=name=String=?== =file=String=!==
      work.AgentReturn$Begin --home --as=^^as=String=?== =given=String=!==
      work.AgentReturn$Review --home --as=^^as=String=?== =name=String=!==
      work.TaskCommand --home --as=^^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?== /add=work.TaskAdd /list=work.TaskCommand$ListTasks \
      /ready=work.TaskCommand$Ready /show=work.TaskCommand$Show /claim=work.TaskWork$Take \
      /renew=work.TaskWork$Renew /submit=work.TaskWork$Submit /review=work.TaskRule$Review \
      /complete=work.TaskWork$Complete /fail=work.TaskWork$Fail /cancel=work.TaskRule$Cancel \
      /retry=work.TaskRule$Retry /edit=work.TaskEdit$Edit /comment=work.TaskEdit$Comment \
      /release=work.TaskEdit$Release /dep=work.TaskEdit$Dep /graph=work.TaskGraphCommand \
      /offer=work.TaskAcross$MakeOffer /offers=work.TaskAcross$ListOffers
      work.TaskAdd --home --as=^^as=String=?== --description=description=String=?== \
      --blocked-by=blockedBy=String=*== --priority=priority=int==-1000=1000 \
      --label=labels=String=*== --required-role=requiredRole=String=?== \
      --min-reputation=minReputation=int==0=100 --parent=parent=String=?== \
      --deadline=deadline=String=?== --keep-waiting=keepWaiting=flag=== \
      --reviewer=reviewers=String=*== =words=String=*!==
      work.TaskCommand$ListTasks --home --as=^^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?== --state=states=society.board.TaskState=*== \
      --label=label=String=?== --worker=worker=String=?== --parent=parent=String=?== \
      --to-review=toReview=flag===
      work.TaskCommand$Ready --home --as=^^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?==
      work.TaskCommand$Show --home --as=^^as=String=?== --attempt=attempt=int=?=1= =id=String=!==
      work.TaskWork$Take --home --as=^^as=String=?== =id=String=?==
      work.TaskWork$Renew --home --as=^^as=String=?== --fence=fence=long=!=1= =id=String=!==
      work.TaskWork$Submit --home --as=^^^as=String=?== --fence=fence=long=!=1= \
      --result=result=String=!== --reviewer=reviewers=String=*== =^id=String=!==
      work.TaskRule$Review --home --as=^^as=String=?== --score=score=int=!=0=100 \
      --comment=comment=String=== --attempt=attempt=int=?=1= =id=String=!==
      work.TaskWork$Complete --home --as=^^^^as=String=?== --fence=^fence=long=?=1= \
      =^^id=String=!==
      work.TaskWork$Fail --home --as=^^^^as=String=?== --fence=^fence=long=?=1= \
      --reason=reason=String=== =^^id=String=!==
      work.TaskRule$Cancel --home --as=^^^as=String=?== --reason=reason=String=== =^id=String=!==
      work.TaskRule$Retry --home --as=^^as=String=?== =id=String=!==
      work.TaskEdit$Edit --home --as=^^^as=String=?== --title=title=String=?== \
      --description=description=String=?== --priority=priority=int=?=-1000=1000 \
      --required-role=requiredRole=String=?== --deadline=deadline=String=?== \
      --label=labels=String=*== =^id=String=!==
      work.TaskEdit$Comment --home --as=^^as=String=?== =id=String=!== =words=String=*!==
      work.TaskEdit$Release --home --as=^^^^as=String=?== --fence=^fence=long=?=1= \
      =^^id=String=!==
      work.TaskEdit$Dep --home --as=^^as=String=?== =action=cli.work.TaskEdit$Dependency=!== \
      =id=String=!== =on=String=!==
      work.TaskGraphCommand --home --as=^^as=String=?== --svg=svg=Path=?== --limit=limit=int==1= \
      =id=String=?==
      work.TaskAcross$MakeOffer --home --as=^as=String=?== --hours=hours=int==1=8760 \
      --withdraw=withdraw=flag=== =id=String=!== =peer=String=?==
      work.TaskAcross$ListOffers --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?==
      work.MailCommand --home --as=^^as=String=?== --all=^all=flag=== --sent=^sent=flag=== \
      -n,--limit=^page/limit=int==1= --after=^page/after=String=?== /send=work.MailCommand$Send \
      /list=work.MailCommand$ListMail /read=work.MailCommand$Read /ack=work.MailCommand$Ack \
      /reply=work.MailCommand$Reply /receipts=work.MailCommand$ShowReceipts
      work.MailCommand$Send --home --as=^^as=String=?== \
      --type=type=cli.work.MailCommand$Send$SentType=== --expires-minutes=minutes=long=?=1=5256000 \
      --epoch=epoch=long=?=0= =address=String=!== =^words=String=*==
      work.MailCommand$ListMail --home --as=^^as=String=?== --all=^all=flag=== \
      --sent=^sent=flag=== -n,--limit=^page/limit=int==1= --after=^page/after=String=?==
      work.MailCommand$Read --home --as=^as=String=?== =id=String=?==
      work.MailCommand$Ack --home --as=^as=String=?== --fence=fence=long=?=1= =id=String=!==
      work.MailCommand$Reply --home --as=^^as=String=?== =id=String=!== =^words=String=*==
      work.MailCommand$ShowReceipts --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?== =id=String=?==
      work.BusCommand --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?== --agent=^agent=String=?== /get=work.BusCommand$Get \
      /put=work.BusCommand$Put /list=work.BusCommand$ListKeys /snapshot=work.BusCommand$Snapshot \
      /delete=work.BusCommand$Delete
      work.BusCommand$Get --home --as=^as=String=?== =key=String=!==
      work.BusCommand$Put --home --as=^as=String=?== --if-version=version=long=?=0= \
      =key=String=!== =words=String=*!==
      work.BusCommand$ListKeys --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?== --agent=^agent=String=?==
      work.BusCommand$Snapshot --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?==
      work.BusCommand$Delete --home --as=^as=String=?== =key=String=!==
      sessions.SessionCommand --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --agent=^agent=String=?== --persona=^persona=String=?== \
      --state=^state=society.sessions.SessionFilter$State=?== --of=^parent=String=?== \
      --archived=^isArchived=flag=== --all=^isAll=flag=== \
      /list=sessions.SessionCommand$ListSessions /send=sessions.SessionEdit$Send \
      /show=sessions.SessionCommand$Show /tree=sessions.SessionTree \
      /fork=sessions.SessionEdit$Fork /abort=sessions.SessionEdit$Abort \
      /clear=sessions.SessionEdit$Clear /archive=sessions.SessionEdit$PutAway \
      /retry=sessions.SessionEdit$Retry /drop=sessions.SessionEdit$Drop \
      /dispatch=sessions.SessionWork$HandOut /message=sessions.SessionWork$WriteTo \
      /reply=sessions.SessionWork$Reply /status=sessions.SessionWork$Status \
      /dispatches=sessions.SessionWork$All /wait=sessions.SessionWork$Wait
      sessions.SessionCommand$ListSessions --home --as=^^as=String=?== \
      -n,--limit=^page/limit=int==1= --after=^page/after=String=?== --agent=^agent=String=?== \
      --persona=^persona=String=?== --state=^state=society.sessions.SessionFilter$State=?== \
      --of=^parent=String=?== --archived=^isArchived=flag=== --all=^isAll=flag===
      sessions.SessionEdit$Send --home --as=^as=String=?== --new=isNew=flag=== \
      --mode=mode=society.sessions.QueueMode=?== =label=String=!== =words=String=*!==
      sessions.SessionCommand$Show --home --as=^as=String=?== -n,--limit=limit=int==1=1000 \
      --before=before=String=?== =label=String=!==
      sessions.SessionTree --home --as=^as=String=?== -n,--limit=limit=int==1=1000 \
      =label=String=!==
      sessions.SessionEdit$Fork --home --as=^as=String=?== --at=at=String=?== =label=String=!==
      sessions.SessionEdit$Abort --home --as=^as=String=?== =label=String=!==
      sessions.SessionEdit$Clear --home --as=^^as=String=?== --proof=^asOwner/proof=String=?== \
      --passphrase-file=^asOwner/passphraseFile=Path=?== =label=String=!==
      sessions.SessionEdit$PutAway --home --as=^as=String=?== --days=days=int=?=1=36500 \
      --undo=isUndo=flag=== =labels=String=*==
      sessions.SessionEdit$Retry --home --as=^^^as=String=?== --all=^^all=flag=== =^^id=String=?==
      sessions.SessionEdit$Drop --home --as=^^^as=String=?== --all=^^all=flag=== =^^id=String=?==
      sessions.SessionWork$HandOut --home --as=^^^as=String=?== =agent=String=!== \
      =words=String=*!==
      sessions.SessionWork$WriteTo --home --as=^^^as=String=?== \
      --mode=mode=society.sessions.QueueMode=?== =dispatch=String=!== =words=String=*!==
      sessions.SessionWork$Reply --home --as=^as=String=?== =words=String=*!==
      sessions.SessionWork$Status --home --as=^^as=String=?== =dispatch=String=!==
      sessions.SessionWork$All --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?==
      sessions.SessionWork$Wait --home --as=^^as=String=?== --seconds=seconds=int==0=300 \
      =dispatch=String=!==
      work.EventCommand --home /list=work.EventCommand$ListEvents \
      /poll=work.EventSubscription$Poll /subscribe=work.EventSubscription$Subscribe
      work.EventCommand$ListEvents --home -n,--limit=^^page/limit=int==1= \
      --after=^^page/after=String=?== --before=^before=long=== --kind=wanted/kind=String=?== \
      --agent=wanted/agent=String=?== --task=wanted/task=String=?== \
      --about=wanted/about=String=*== --since=wanted/since=String=?== \
      --until=wanted/until=String=?==
      work.EventSubscription$Poll --home --as=^as=String=?== -n,--limit=limit=int==1=1000
      work.EventSubscription$Subscribe --home --as=^as=String=?== --in=groups=String=*== \
      --end=end=flag=== =events=String=*==
      memory.SwarmCommand --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      /create=memory.SwarmCommand$Create /status=memory.SwarmCommand$Status \
      /list=memory.SwarmCommand$ListSwarms /disband=memory.SwarmCommand$Disband
      memory.SwarmCommand$Create --home --as=^as=String=?== --proof=asOwner/proof=String=?== \
      --passphrase-file=asOwner/passphraseFile=Path=?== --external=isExternal=flag=== \
      =given=String=!==
      memory.SwarmCommand$Status --home --as=^^as=String=?== =^id=String=!==
      memory.SwarmCommand$ListSwarms --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?==
      memory.SwarmCommand$Disband --home --as=^^as=String=?== --synthesis=synthesis=String=?== \
      --tombstone=tombstone=flag=== =^id=String=!==
      ins.a2a.A2aCommand --home --as=^^as=String=?== /list=ins.a2a.A2aCommand$ListOpen \
      /close=ins.a2a.A2aClose /token=ins.a2a.A2aToken /revoke=ins.a2a.A2aRevoke
      ins.a2a.A2aCommand$ListOpen --home --as=^^as=String=?==
      ins.a2a.A2aClose --home --as=^as=String=?== --for=whom=String=?== =name=String=!==
      ins.a2a.A2aToken --home --as=^^as=String=?== --proof=^asOwner/proof=String=?== \
      --passphrase-file=^asOwner/passphraseFile=Path=?== --hours=hours=int==1=8784 \
      =client=String=!==
      ins.a2a.A2aRevoke --home --as=^as=String=?== =client=String=!==
      memory.GroupCommand --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?== /create=memory.GroupCommand$Create \
      /list=memory.GroupCommand$ListGroups /show=memory.GroupCommand$Show \
      /add=memory.GroupCommand$Add /remove=memory.GroupCommand$Remove \
      /posture=memory.GroupCommand$SetPosture /culture=memory.GroupCommand$SetCulture \
      /delete=memory.GroupCommand$Delete /retry=memory.GroupAside$Retry \
      /drop=memory.GroupAside$Drop
      memory.GroupCommand$Create --home --as=^as=String=?== --name=name=String=?== \
      --culture=culture=String=?== =id=String=!==
      memory.GroupCommand$ListGroups --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?==
      memory.GroupCommand$Show --home --as=^^as=String=?== =^id=String=!==
      memory.GroupCommand$Add --home --as=^^as=String=?== \
      --role=role=authority.agents.GroupRole=== =^id=String=!== =member=String=!==
      memory.GroupCommand$Remove --home --as=^as=String=?== =id=String=!== =member=String=!==
      memory.GroupCommand$SetPosture --home --as=^^as=String=?== =^id=String=!== \
      =posture=authority.agents.Posture=!==
      memory.GroupCommand$SetCulture --home --as=^^as=String=?== =^id=String=!== \
      =culture=String=!==
      memory.GroupCommand$Delete --home --as=^as=String=?== =id=String=!==
      memory.GroupAside$Retry --home --as=^^^as=String=?== --all=^^all=flag=== =^^id=String=?==
      memory.GroupAside$Drop --home --as=^^^as=String=?== --all=^^all=flag=== =^^id=String=?==
      memory.MemoryCommand --home --as=^^as=String=?== /show=memory.HotCommands$Show \
      /set=memory.HotCommands$Write /verify=memory.HotCommands$Verify \
      /bind=memory.HotCommands$Bind /add=memory.ItemAdd /search=memory.ItemSearch \
      /read=memory.ItemCommands$Read /edit=memory.ItemCommands$Edit \
      /share=memory.ItemCommands$Share /approve=memory.MemoryApprove \
      /forget=memory.ItemCommands$Forget /erase=memory.ItemCommands$Erase \
      /history=memory.MemoryHistory /status=memory.MemoryReport$Counted /tool=memory.FileTool \
      /export=memory.FolderCommands$Export /import=memory.FolderCommands$Import \
      /hook=memory.SessionHook
      memory.HotCommands$Show --home --as=^as=String=?== --apart=apart=flag=== =user=String=?==
      memory.HotCommands$Write --home --as=^as=String=?== --of=user=String=?== \
      --operation=operation=cli.memory.HotCommands$Write$Operation=== --members=data=String=?== \
      --expected-updated-at=expected=String=?== =assignments=String=*==
      memory.HotCommands$Verify --home --as=^as=String=?== --search=search=flag=== \
      =user=String=?==
      memory.HotCommands$Bind --home --as=^as=String=?== --of=user=String=?== \
      =directory=String=!== =group=String=?==
      memory.ItemAdd --home --as=^as=String=?== --type=type=cli.memory.ItemKind=== \
      --members=data=String=?== --id=id=String=?== --in=group=String=?== \
      --visibility=visibility=authority.agents.MemoryScope$Visibility=?== \
      --entity=entity=String=?== --domain=domain=society.memory.Domain=?== --tag=tags=String=*== \
      --valid-from=validFrom=String=?== --valid-to=validTo=String=?== \
      --expected-version=expected=long=?=0= =words=String=*==
      memory.ItemSearch --home --as=^as=String=?== --type=type=society.memory.ItemType=?== \
      --tag=tags=String=*== --in=group=String=?== --domain=domain=society.memory.Domain=?== \
      --hidden=hidden=flag=== -n,--limit=page/limit=int==1= --after=page/after=String=?== \
      =query=String=*==
      memory.ItemCommands$Read --home --as=^as=String=?== =id=String=!==
      memory.ItemCommands$Edit --home --as=^as=String=?== --members=data=String=?== \
      --expected-version=expected=long=?=1= =id=String=!== =words=String=*==
      memory.ItemCommands$Share --home --as=^as=String=?== =id=String=!== =group=String=!==
      memory.MemoryApprove --home --as=^^as=String=?== --proof=^asOwner/proof=String=?== \
      --passphrase-file=^asOwner/passphraseFile=Path=?== --hot=hot=String=?== \
      --reject=reject=flag=== =ids=String=*==
      memory.ItemCommands$Forget --home --as=^as=String=?== =id=String=!==
      memory.ItemCommands$Erase --home --as=^as=String=?== =id=String=!==
      memory.MemoryHistory --home --as=^as=String=?== --show=shown=long=?=1= \
      -n,--limit=page/limit=int==1= --after=page/after=String=?== =id=String=?==
      memory.MemoryReport$Counted --home --as=^^as=String=?==
      memory.FileTool --home --as=^as=String=?== --path=path=String=?== --view-range=range=int=*== \
      --file-text=fileText=String=?== --old-str=oldText=String=?== --new-str=newText=String=?== \
      --insert-line=line=int=?== --insert-text=insertText=String=?== --old-path=oldPath=String=?== \
      --new-path=newPath=String=?== =action=cli.memory.FileTool$FileCommand=!==
      memory.FolderCommands$Export --home --as=^as=String=?== =folder=Path=!==
      memory.FolderCommands$Import --home --as=^as=String=?== =folder=Path=!==
      memory.SessionHook --home --as=^as=String=?== --within-seconds=withinSeconds=int==1=60 \
      =moment=cli.memory.SessionHook$Moment=!==
      memory.TrustCommand --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?== /assess=memory.TrustCommand$Assess \
      /show=memory.TrustCommand$Show /review=memory.TrustReview
      memory.TrustCommand$Assess --home --as=^as=String=?== =id=String=!== \
      =verdict=society.memory.TrustScores$Correctness=!==
      memory.TrustCommand$Show --home --as=^as=String=?== =agent=String=?==
      memory.TrustReview --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?==
      rules.EntityCommand --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?== /list=rules.EntityCommand$ListEntities \
      /show=rules.EntityCommand$Show /add=rules.EntityCommand$Add /merge=rules.EntityCommand$Merge \
      /tag=rules.EntityCommand$Tag
      rules.EntityCommand$ListEntities --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?==
      rules.EntityCommand$Show --home --as=^^as=String=?== =name=String=!==
      rules.EntityCommand$Add --home --as=^^^as=String=?== --proof=^asOwner/proof=String=?== \
      --passphrase-file=^asOwner/passphraseFile=Path=?== --relationship=relationship=String=?== \
      --identity=identities=String=*== --tag=tags=String=*== --as-persona=persona=flag=== \
      =name=String=!==
      rules.EntityCommand$Merge --home --as=^^^as=String=?== --proof=^asOwner/proof=String=?== \
      --passphrase-file=^asOwner/passphraseFile=Path=?== --relationship=relationship=String=?== \
      =into=String=!== =other=String=!==
      rules.EntityCommand$Tag --home --as=^^^as=String=?== --proof=^asOwner/proof=String=?== \
      --passphrase-file=^asOwner/passphraseFile=Path=?== --remove=remove=flag=== =name=String=!== \
      =tags=String=*==
      rules.AccessCommand --home /requests=rules.RequestsCommand /deny=rules.RequestCommand$Deny \
      /grants=rules.GrantCommand$GrantList /revoke=rules.GrantCommand$Revoke \
      /key=rules.OwnerKeyCommand /proof=rules.ProofCommand /passphrase=rules.PassphraseCommand \
      /clear=rules.ClearCommand
      rules.RequestsCommand --home --all=all=flag=== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?== =draft=String=?==
      rules.RequestCommand$Deny --home --as=^^^as=String=?== --proof=^^asOwner/proof=String=?== \
      --passphrase-file=^^asOwner/passphraseFile=Path=?== =request=String=!==
      rules.GrantCommand$GrantList --home --all=all=flag=== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?==
      rules.GrantCommand$Revoke --home --as=^^^as=String=?== --proof=^^asOwner/proof=String=?== \
      --passphrase-file=^^asOwner/passphraseFile=Path=?== =grant=String=!==
      rules.OwnerKeyCommand --home --as=^^^as=String=?== --proof=^^asOwner/proof=String=?== \
      --passphrase-file=^^asOwner/passphraseFile=Path=?== --file=file=Path=?== \
      --public-key=publicKey=String=?== --end=revoke=flag=== --challenge=challenge=flag=== \
      =name=String=?==
      rules.ProofCommand --home --as=^^^as=String=?== --proof=^^asOwner/proof=String=?== \
      --passphrase-file=^^asOwner/passphraseFile=Path=?== \
      =wanted=authority.access.ProofRule$Proof=?==
      rules.PassphraseCommand --home --as=^^^as=String=?== --proof=^^asOwner/proof=String=?== \
      --passphrase-file=^^asOwner/passphraseFile=Path=?== --remove=remove=flag===
      rules.ClearCommand --home --as=^^^as=String=?== --proof=^^asOwner/proof=String=?== \
      --passphrase-file=^^asOwner/passphraseFile=Path=?== =name=String=!==
      rules.AuditCommand --home /list=rules.AuditCommand$ListDecisions
      rules.AuditCommand$ListDecisions --home -n,--limit=^^page/limit=int==1= \
      --after=^^page/after=String=?== --before=^before=long=== --for=wanted/who=String=?== \
      --tool=wanted/tool=String=?== --decision=wanted/decision=String=?== \
      --event=wanted/event=String=?== --grant=wanted/grant=String=?== \
      --since=wanted/since=String=?== --until=wanted/until=String=?==
      rules.HookCommand --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      /list=rules.HookCommand$ListHooks /accept=rules.HookCommand$Accept \
      /enable=rules.HookCommand$Enable /disable=rules.HookCommand$Disable \
      /remove=rules.HookCommand$Remove /retry=rules.HookCommand$Retry /drop=rules.HookCommand$Drop \
      /log=rules.HookCommand$Log
      rules.HookCommand$ListHooks --home --as=^^as=String=?== -n,--limit=^page/limit=int==1= \
      --after=^page/after=String=?==
      rules.HookCommand$Accept --home --as=^^as=String=?== --proof=asOwner/proof=String=?== \
      --passphrase-file=asOwner/passphraseFile=Path=?== =^name=String=!==
      rules.HookCommand$Enable --home --as=^^as=String=?== =^name=String=!==
      rules.HookCommand$Disable --home --as=^^as=String=?== =^name=String=!==
      rules.HookCommand$Remove --home --as=^as=String=?== =name=String=!==
      rules.HookCommand$Retry --home --as=^as=String=?== --all=all=flag=== =name=String=?== \
      =event=String=?==
      rules.HookCommand$Drop --home --as=^^^as=String=?== --all=^^all=flag=== =^^id=String=?==
      rules.HookCommand$Log --home --as=^as=String=?== -n,--limit=page/limit=int==1= \
      --after=page/after=String=?== =name=String=?==
      rules.WebhookCommand --home -n,--limit=page/limit=int==1=
      keep.TickCommand --home --dry-run=dryRun=flag===
      keep.SocietyFilesCommand --home
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
