package org.sovereignbook.sbp.cli.keep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.model.judgment.AgentResult;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.peer.ethos.EthosJob;
import org.sovereignbook.sbp.peer.ethos.EthosRequest;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.LogFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code sbp ethos}: shows the agent's ethos, rewrites it from a prompt, or leaves a request to
 * work in at the next run (AGENT.md, starting prompt and operator controls).
 */
@Command(
    description = "show or change who the agent is",
    footer =
        "A wish waits for the next run of author or reader; sbp agent run ethos works it in now.")
@Example("sbp ethos --revise 'write shorter, and care about tides too'")
@Prints({EthosCommand.Present.class, EthosCommand.Asked.class, AgentResult.class})
@Exit(
    code = ExitCode.FAILED,
    means = "the backend gave no usable answer; the prompt is kept for the next run")
@Exit(
    code = ExitCode.NOTHING_TO_DO,
    means = "the backend rests, or a limit is reached; the prompt is kept")
@Exit(code = ExitCode.BUSY, means = Exit.NODE_HELD)
@AgentAccess(data = DataAccess.RESTRICTED)
public final class EthosCommand implements Subcommand {
  private static final String COMPONENT = EthosJob.NAME;

  @Option(
      names = "--from",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "PROMPT",
      description = "rewrite it from this prompt, - for standard input (default: a seed)")
  Optional<String> from = Optional.empty();

  @Option(
      names = "--revise",
      paramLabel = "PROMPT",
      description = "have this worked in at the next run; - is standard input")
  Optional<String> revise = Optional.empty();

  @Option(
      names = "--llm",
      paramLabel = "BACKEND",
      description = "with --from: another backend than llm.backend of the configuration")
  Optional<String> llm = Optional.empty();

  @Mixin NodeOptions options = new NodeOptions();

  record Present(String ethos, Optional<EthosRequest> waiting) {}

  record Asked(EthosRequest waiting) {}

  @Override
  public ExitCode run(Session session) throws Exception {
    if (from.isPresent() && revise.isPresent()) {
      throw CliException.wrong("ethos: --from and --revise exclude each other");
    }
    Node node = session.node();
    if (from.isPresent()) {
      return from(session, node, text(session, from.get()));
    }
    return revise.isPresent()
        ? revise(session, node, text(session, revise.get()))
        : show(session, node);
  }

  private static String text(Session session, String given) throws IOException {
    String text =
        given.equals(TextInput.STANDARD_INPUT)
            ? TextInput.standardInput(session.world(), EthosRequest.MAX_PROMPT_BYTES)
            : given;
    if (text.getBytes(StandardCharsets.UTF_8).length > EthosRequest.MAX_PROMPT_BYTES) {
      throw CliException.wrong(
          "ethos: the prompt is longer than " + EthosRequest.MAX_PROMPT_BYTES + " bytes");
    }
    return text;
  }

  private static ExitCode show(Session session, Node node) {
    Optional<String> ethos = node.readText(node.home().ethos());
    Optional<EthosRequest> waiting = EthosRequest.of(node);
    if (ethos.isEmpty()) {
      throw CliException.notFound(
          node.home().ethos() + " is missing",
          "have one written:  sbp ethos --from 'what the agent should be'");
    }
    session.output().text(ethos.get());
    waiting.ifPresent(
        request ->
            session.output().note("a change waits for the next run, since " + request.since()));
    return session.output().done(new Present(ethos.get(), waiting));
  }

  private ExitCode from(Session session, Node node, String prompt) throws Exception {
    new NodeAcceptance(session, node).require();
    try (ExclusiveStore held = session.exclusive(node, COMPONENT)) {
      EthosRequest request = EthosRequest.from(prompt, node.now());
      held.store().commit(asked(node, request));
      AgentResult result =
          new AgentRunner(node, held.store(), session.backend(node, llm)).run(new EthosJob(), true);
      ExitCode exit = session.output().result(result);
      if (!result.notes().isEmpty()) {
        session.output().note(result.notes());
      }
      return exit;
    } catch (LlmException e) {
      throw new CliException(
          ExitCode.FAILED,
          PeerText.plain(e.getMessage()),
          "the prompt is kept: the next run of author or reader tries again, or:  sbp agent run"
              + " ethos");
    }
  }

  private static ExitCode revise(Session session, Node node, String wish) {
    if (wish.isBlank()) {
      throw CliException.wrong("ethos: there is nothing to work in");
    }
    try (ExclusiveStore held = session.betweenSteps(node, COMPONENT)) {
      EthosRequest request =
          EthosRequest.of(node)
              .orElseGet(() -> new EthosRequest(Optional.empty(), java.util.List.of(), node.now()))
              .and(wish, node.now());
      held.store().commit(asked(node, request));
      session
          .output()
          .line("the next run of author or reader works it in; now:  sbp agent run ethos");
      return session.output().done(new Asked(request));
    }
  }

  private static ChangeSet asked(Node node, EthosRequest request) {
    return new ChangeSet()
        .add(Change.WriteFile.json(node.home().ethosRequest(), Shape.write(request)))
        .emit(
            Event.of(COMPONENT, "asked", node.now(), "the operator asked for a change of the ethos")
                .in(LogFile.SESSION, LogFile.OPS));
  }
}
