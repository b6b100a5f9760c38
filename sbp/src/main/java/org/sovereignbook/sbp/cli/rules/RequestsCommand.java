package org.sovereignbook.sbp.cli.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.BareCommand;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp access requests}. */
@Command(name = "requests", description = "what waits for your answer")
@Synonyms(whole = {"approve", "deny"})
@Example("sbp access requests --all")
@Prints(RequestsCommand.Waiting.class)
@ForOwner
final class RequestsCommand extends BareCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "DRAFT",
      description = "the id of a draft or a request, or the beginning of it: that one, whole")
  Optional<String> draft = Optional.empty();

  @Option(names = "--all", description = "also those that are answered, or were too late")
  boolean all;

  private static final int MAX_CALL_CHARACTERS = 200;

  /** The pending requests and drafts. */
  record Waiting(List<RequestView> requests, List<Approval> drafts, @Shape.Inline Page.End end) {}

  @Mixin PageOptions page = PageOptions.cut(1_000, "sbp access requests DRAFT");

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    List<Approval> drafts = page.after().isEmpty() ? drafts(session, node) : List.of();
    List<RequestView> requests =
        draft.isPresent() && !drafts.isEmpty() ? List.of() : found(session, node);
    Page<RequestView> found = page.of(requests.stream(), view -> view.request().id());
    Waiting waiting = new Waiting(found.items(), drafts, found.end());
    Output output = session.output();
    if (draft.isPresent()) {
      whole(output, session, waiting);
      return output.done(waiting);
    }
    if (waiting.requests().isEmpty() && waiting.drafts().isEmpty()) {
      output.line("nothing waits for you");
    }
    print(output, session, waiting, session.peers(node));
    waiting.end().print(output);
    return output.list(waiting);
  }

  /** Prints all of the one that was asked for. */
  private static void whole(Output output, Session session, Waiting waiting) {
    for (RequestView view : waiting.requests()) {
      ScreenNames names = new ScreenNames(session, Map.of(view.request().to().text(), view.who()));
      output.line(view.text().asks(names));
      output.lines(view.text().whole(names));
    }
    waiting.drafts().forEach(one -> output.text(one.text()));
  }

  /** Returns what became of a request: of an approved call that ran without success, that. */
  private static String status(AccessRequest one) {
    if (!one.status().equals("approved")) {
      return one.status();
    }
    boolean isDone = one.outcome().filter(it -> !it.equals(RequestedCalls.DONE)).isEmpty();
    return isDone ? one.answer().orElse(one.status()) : "failed";
  }

  private static void print(Output output, Session session, Waiting waiting, PeerTable peers) {
    Timestamp now = session.now();
    ScreenNames names = new ScreenNames(session);
    Table table =
        Table.of("REQUEST", "AGE", "WHO", "TOOL", "BY", "STATUS", "CALL").whole("REQUEST");
    for (RequestView view : waiting.requests()) {
      AccessRequest one = view.request();
      table.row(
          one.id(),
          Wording.age(Optional.of(new Timestamp(one.createdAt())), now),
          PeerText.plain(names.of(view.who())),
          PeerText.plain(one.tool()),
          one.channel(),
          status(one),
          view.call()
              .map(_ -> cause(view, names) + view.text().words(MAX_CALL_CHARACTERS))
              .or(() -> view.whyWithdrawn().map(PeerText::plain))
              .orElse(Wording.NEVER));
    }
    if (!waiting.requests().isEmpty()) {
      output.table(table, "");
    }
    if (waiting.requests().stream().anyMatch(view -> view.request().status().equals("pending"))) {
      output.line("answer:  sbp access approve REQUEST --once | --24h | --always");
      output.line("         sbp access deny REQUEST");
    }
    Table drafts = Table.of("DRAFT", "AGE", "KIND", "BY", "FOR", "STATUS", "TEXT").whole("DRAFT");
    for (Approval one : waiting.drafts()) {
      drafts.row(
          one.id(),
          Wording.age(Optional.of(one.at()), now),
          one.kind().toString(),
          PeerText.plain(one.by()),
          one.to()
              .map(key -> peers.find(key).map(Peer::name).orElseGet(key::toString))
              .or(one::title)
              .map(PeerText::plain)
              .orElse(""),
          one.isOpen(now) ? "until " + one.expires() : one.state(now).toString(),
          PeerText.quote(one.text(), 200));
    }
    if (!waiting.drafts().isEmpty()) {
      output.table(drafts, "");
    }
    if (waiting.drafts().stream().anyMatch(one -> one.isOpen(now))) {
      output.line("read:    sbp access requests DRAFT");
      output.line("answer:  sbp access approve DRAFT, or with --edit, or --text 'other words'");
      output.line("         sbp access deny DRAFT");
    }
  }

  private static String cause(RequestView view, ScreenNames names) {
    return view.cause().isEmpty() ? "" : "caused by " + view.text().cause(names) + ":  ";
  }

  private List<Approval> drafts(Session session, Node node) {
    try (Store store = session.store(node)) {
      Approvals approvals = new Approvals(node, store);
      if (draft.isPresent()) {
        return approvals.find(draft.get()).map(List::of).orElse(List.of());
      }
      return all ? approvals.all() : approvals.pending();
    }
  }

  private List<RequestView> found(Session session, Node node) {
    Optional<Ledger> opened = session.ledgerIfAny(node);
    if (opened.isEmpty()) {
      if (draft.isPresent()) {
        throw CliException.notFound(
            "no draft and no request has the id " + PeerText.quote(draft.get()),
            "pending requests:  sbp access requests");
      }
      return List.of();
    }
    try (Ledger ledger = opened.get()) {
      return ledger.write(
          tx -> {
            AccessRequests requests = new AccessRequests(tx);
            requests.settle();
            if (draft.isPresent()) {
              return List.of(RequestView.of(tx, requests.named(draft.get())));
            }
            List<RequestView> views = new ArrayList<>();
            for (AccessRequest one : all ? requests.all() : requests.pending()) {
              views.add(RequestView.of(tx, one));
            }
            return views;
          });
    }
  }
}
