package org.sovereignbook.sbp.cli.rules;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.UtcTime;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.BareCommand;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.RequesterFinder;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The commands of {@code sbp access} by which the owner grants access beyond the policies, and
 * revokes it.
 */
public final class GrantCommand {
  private GrantCommand() {}

  /**
   * A grant as programs see it; {@code uses} counts the calls that it has permitted and that the
   * policies alone deny.
   *
   * @param to the receiver: a principal, {@code relationship:NAME} or {@code tag:NAME}
   * @param denied the parts that policies still deny; only in the answer of the command that grants
   */
  @Shape.Def("access_grant")
  @Shape.Order(
      "id who to tools credentials data channel session at expires ended ended_as request uses"
          + " last_used denied")
  record GrantView(
      @Shape.Inline Grants.Given given,
      String who,
      String to,
      Optional<List<GrantEffect.Denied>> denied) {
    static GrantView of(Transaction tx, Grants.Given grant) {
      Grants.To to = grant.to();
      String text =
          to.principal()
              .map(Principal::text)
              .or(() -> to.relationship().map(name -> "relationship:" + name))
              .or(() -> to.tag().map(name -> "tag:" + name))
              .orElse("");
      return new GrantView(
          grant,
          to.principal().isPresent() ? RequestView.name(tx, to.principal().get()) : text,
          text,
          Optional.empty());
    }

    private GrantView with(List<GrantEffect.Denied> denials) {
      return new GrantView(given, who, to, Optional.of(denials));
    }

    /** Returns the granted access, such as {@code mail_send cred:github data:full}. */
    String what() {
      Grants.What what = given.what();
      return String.join(
          " ",
          Stream.of(
                  what.tools().patterns().stream(),
                  what.credentials().patterns().stream().map(name -> "cred:" + name),
                  what.data().stream().map(level -> "data:" + level))
              .flatMap(all -> all)
              .toList());
    }

    private String where() {
      return given.what().channel().or(given.what()::session).orElse("any");
    }
  }

  @Command(
      name = "grants",
      description = "list what you allowed beyond the policies",
      footer = "Each use is in the trail:  sbp audit list --grant ID")
  @Example("sbp access grants --all")
  @Prints(GrantList.Listed.class)
  @ForOwner
  static final class GrantList extends BareCommand {
    @Option(names = "--all", description = "also those that have ended")
    boolean all;

    /** A page of grants. */
    record Listed(List<GrantView> grants, @Shape.Inline Page.End end) {}

    @Mixin PageOptions page = PageOptions.whole(1_000);

    @Override
    public ExitCode run(Session session) {
      Page<GrantView> found = page.of(found(session).stream(), view -> view.given().id());
      Listed listed = new Listed(found.items(), found.end());
      Table table =
          Table.of("GRANT", "WHO", "WHAT", "WHERE", "ENDS", "USES", "LAST").whole("GRANT");
      ScreenNames names = new ScreenNames(session);
      for (GrantView view : listed.grants()) {
        Grants.Given one = view.given();
        table.row(
            one.id(),
            PeerText.plain(names.of(view.who())),
            view.what(),
            PeerText.plain(view.where()),
            one.endedAs().or(() -> one.expiresAt().map(UtcTime::text)).orElse("never"),
            Long.toString(one.uses()),
            Wording.age(one.lastUsedAt().map(Timestamp::new), session.now()));
      }
      session.output().table(table, "no grants");
      listed.end().print(session.output());
      return session.output().list(listed);
    }

    private List<GrantView> found(Session session) {
      Optional<Ledger> opened = session.ledgerIfAny(session.node());
      if (opened.isEmpty()) {
        return List.of();
      }
      try (Ledger ledger = opened.get()) {
        return ledger.write(
            tx -> {
              Grants grants = new Grants(tx);
              grants.settle();
              List<GrantView> views = new ArrayList<>();
              for (Grants.Given one : grants.all(all)) {
                views.add(GrantView.of(tx, one));
              }
              return views;
            });
      }
    }
  }

  @Command(name = "grant", description = "allow more than the policies do, for a time")
  @Example("sbp access grant reader --tools mail_send --hours 2")
  @Exit(code = ExitCode.REFUSED, means = OwnerCommand.PRESENCE)
  static final class Give extends OwnerCommand<GrantView> {
    private static final int MAX_HOURS = 24 * 366;

    @Parameters(
        paramLabel = "WHO",
        description = "the name of an agent, an entity or a peer; relationship:NAME or tag:NAME")
    String who = "";

    @Option(
        names = "--tools",
        split = ",",
        paramLabel = "TOOLS",
        description = "names, or prefixes that end in *")
    List<String> tools = new ArrayList<>();

    @Option(
        names = "--credentials",
        split = ",",
        paramLabel = "NAMES",
        description = "names, or prefixes that end in *")
    List<String> credentials = new ArrayList<>();

    @Option(names = "--data-access", paramLabel = "LEVEL", description = "restricted or full")
    Optional<DataAccess> data = Optional.empty();

    @Option(names = "--channel", paramLabel = "CHANNEL", description = "by this channel only")
    Optional<String> channel = Optional.empty();

    @Option(
        names = "--session",
        paramLabel = "KEY",
        description = "only where the policies assign this session")
    Optional<String> session = Optional.empty();

    @Option(names = "--hours", paramLabel = "N", description = "for so long (default: 24)")
    int hours = 24;

    @Option(names = "--always", description = "until you revoke it")
    boolean always;

    @Override
    protected GrantView work(Transaction tx, Caller caller) {
      if (hours < 1 || hours > MAX_HOURS) {
        throw CliException.wrong("--hours needs a number from 1 to " + MAX_HOURS);
      }
      if (tools.isEmpty() && credentials.isEmpty() && data.isEmpty()) {
        throw CliException.wrong("grant what? --tools, --credentials or --data-access");
      }
      Grants.What what =
          new Grants.What(new Globs(tools), new Globs(credentials), data, channel, session);
      Grants.Given given =
          new Grants(tx)
              .give(
                  caller.authority(),
                  to(tx),
                  what,
                  always ? Optional.empty() : Optional.of(Duration.ofHours(hours)),
                  Optional.empty());
      return GrantView.of(tx, given)
          .with(new GrantEffect(session(), tx, who, given).denied(caller.authority().channel()));
    }

    private Grants.To to(Transaction tx) {
      if (who.startsWith("relationship:")) {
        return new Grants.To(
            Optional.empty(), Optional.of(who.substring(who.indexOf(':') + 1)), Optional.empty());
      }
      if (who.startsWith("tag:")) {
        return new Grants.To(
            Optional.empty(), Optional.empty(), Optional.of(who.substring(who.indexOf(':') + 1)));
      }
      if (who.contains(":")) {
        try {
          return Grants.To.principal(Principal.parse(who));
        } catch (IllegalArgumentException e) {
          throw CliException.wrong(PeerText.quote(who) + ": " + e.getMessage());
        }
      }
      if (Agents.living(tx, who).isPresent() || Requester.named(who).isPresent()) {
        return Grants.To.principal(Agents.named(tx, who).principal());
      }
      Requester found = new RequesterFinder(session(), session().node()).find(tx, who);
      return Grants.To.principal(Principal.parse(found.countedAs()));
    }

    @Override
    protected ExitCode show(Output output, GrantView grant) {
      List<GrantEffect.Denied> denied = grant.denied().orElse(List.of());
      output.line(
          "%s: %s %s %s %s"
              .formatted(
                  grant.given().id(),
                  PeerText.plain(new ScreenNames(session()).of(grant.who())),
                  denied.isEmpty() ? "may use" : "is granted",
                  grant.what(),
                  grant
                      .given()
                      .expiresAt()
                      .map(end -> "until " + UtcTime.text(end))
                      .orElse("until you revoke it")));
      GrantEffect.print(output, denied);
      return output.done(grant);
    }
  }

  @Command(name = "revoke", description = "end a grant at once")
  @Example("sbp access revoke 9f3a61c2d47b08e5")
  @Exit(code = ExitCode.REFUSED, means = "it has ended already; or " + OwnerCommand.PRESENCE)
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such grant")
  static final class Revoke extends OwnerCommand<GrantView> {
    @Parameters(paramLabel = "GRANT", description = "its id, or the beginning of it")
    String grant = "";

    @Override
    public boolean widens(Transaction tx) {
      return false;
    }

    @Override
    protected GrantView work(Transaction tx, Caller caller) {
      return GrantView.of(tx, new Grants(tx).revoke(caller.authority(), grant));
    }

    @Override
    protected ExitCode show(Output output, GrantView ended) {
      output.line(
          "%s may no longer use %s by it"
              .formatted(PeerText.plain(new ScreenNames(session()).of(ended.who())), ended.what()));
      return output.done(ended);
    }
  }
}
