package org.sovereignbook.sbp.cli.rules;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.society.hooks.HookPrograms;
import org.sovereignbook.sbp.society.hooks.ModelQuestion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp hook ask}: a question of a running hook to the node's model. */
@Command(
    name = "ask",
    description = "ask the node's model, from a hook that runs and was accepted for it",
    footer = "What others wrote goes through --data, so that it stays data to the model.")
@Example("sbp hook ask 'Is this spam? Answer yes or no.' --data")
@Prints(HookAsk.Answered.class)
@Exit(code = ExitCode.REFUSED, means = "no hook that may ask runs, or a limit is reached")
@AgentAccess(data = DataAccess.NONE)
final class HookAsk extends NodeCommand {
  private static final int MAX_DATA_BYTES = 262_144;

  @Parameters(arity = "1..*", paramLabel = "PROMPT", description = "what is asked")
  List<String> words = List.of();

  @Option(names = "--data", description = "what it is asked about comes on standard input")
  boolean data;

  record Answered(String answer) {}

  @Override
  public ExitCode run(Session session) throws Exception {
    Optional<String> run =
        Optional.ofNullable(session.world().environment().get(HookPrograms.RUN_VARIABLE));
    Optional<String> token = SocietyCommand.token(session.world());
    if (run.isEmpty() || token.isEmpty()) {
      throw CliException.refused("only a hook that runs may ask a model");
    }
    Optional<String> text =
        data
            ? Optional.of(TextInput.standardInput(session.world(), MAX_DATA_BYTES))
            : Optional.empty();
    Node node = session.node();
    new NodeAcceptance(session, node).require();
    try (Ledger ledger = session.ledger(node)) {
      String agent =
          ledger.write(
              tx ->
                  Agents.caller(tx, Optional.empty(), token)
                      .agent()
                      .map(it -> it.id().hex())
                      .orElse(""));
      String answer;
      try {
        answer =
            new ModelQuestion(String.join(" ", words), text)
                .ask(ledger, session.backend(node, Optional.empty()), run.get(), agent);
      } catch (LlmException e) {
        if (e.kind() != LlmException.Kind.SETUP) {
          throw e;
        }
        throw CliException.refused(
            e.getMessage(),
            "a hook has only those variables that its declaration names:  credentials: [NAME]");
      }
      session.output().text(answer);
      return session.output().done(new Answered(answer));
    }
  }
}
