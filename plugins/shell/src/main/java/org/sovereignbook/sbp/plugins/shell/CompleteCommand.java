package org.sovereignbook.sbp.plugins.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.NodeWords;
import org.sovereignbook.sbp.frontend.command.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp complete KIND WORD [LINE...]}: prints the node's completions of a word, one per line
 * with its description after a tab. Called by the completion scripts. Hidden.
 */
@Command(description = "what a word can be, for completion scripts")
final class CompleteCommand extends NodeCommand {
  @Parameters(index = "0", description = "what kind of value the word is")
  String kind = "";

  @Parameters(index = "1..*", arity = "0..*", description = "the word, and those before it")
  List<String> words = List.of();

  @Override
  public ExitCode run(Session session) {
    String typed = words.isEmpty() ? "" : words.getFirst();
    List<String> line = words.subList(Math.min(1, words.size()), words.size());
    int home = line.indexOf(NodeOptions.HOME);
    Optional<Path> named =
        home < 0 || home + 1 >= line.size()
            ? session.home()
            : Optional.of(Path.of(line.get(home + 1)));
    NodeWords node = NodeWords.of(() -> session.with(session.output(), named));
    node.of(kind, typed)
        .forEach(word -> session.output().line(word.text() + "\t" + word.description()));
    return ExitCode.DONE;
  }
}
