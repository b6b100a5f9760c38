package org.sovereignbook.sbp.plugins.a2a;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp task file}: a file that a client sent with a task. */
@Command(name = "file", description = "show a file that a client of A2A sent with its task")
@Example("sbp task file 9f86d081")
@Prints(TaskFile.FileContent.class)
@Exit(code = ExitCode.NOT_FOUND, means = "no such file was sent to the agent")
@Tool(set = Toolset.BOARD, shows = Tool.Text.OTHERS, reads = true)
@Tool.Says(
    "Returns a file that a client of A2A sent to you: as text where it is text, otherwise in"
        + " base64. The task's text names its hash.")
@AgentAccess(data = DataAccess.NONE, usual = true, handling = true)
final class TaskFile extends SocietyCommand<TaskFile.FileContent> {
  @Parameters(paramLabel = "SHA256", description = "the hash of the file, or how it begins")
  @ToolArgument.Of(text = "the hash of the file, or how it begins")
  String sha256 = "";

  /**
   * A file.
   *
   * @param task the client's task, with which it came
   * @param text for a file of text
   * @param base64 for any other
   */
  record FileContent(
      String task,
      String name,
      String mediaType,
      long bytes,
      Optional<String> text,
      Optional<String> base64) {}

  @Override
  protected FileContent work(Transaction tx, Caller caller) {
    SentFile.StoredFile file =
        SentFile.find(tx, sha256, caller.agent().map(agent -> agent.id().hex()))
            .orElseThrow(
                () ->
                    SocietyException.notFound(
                        "unknown-file",
                        "no such file was sent, or several whose hashes begin so",
                        "what came with a task:  sbp task show ID"));
    String base64 = tx.text(file.contentId()).orElse("");
    Optional<String> text = text(Base64.getDecoder().decode(base64));
    return new FileContent(
        file.task(),
        file.name(),
        file.mediaType(),
        file.bytes(),
        text,
        text.isPresent() ? Optional.empty() : Optional.of(base64));
  }

  private static Optional<String> text(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  @Override
  protected List<Authority> shown(Transaction tx, FileContent content) {
    return tx.authorities("SELECT authority_id FROM a2a_task WHERE id = ?", content.task());
  }

  @Override
  protected ExitCode show(Output output, FileContent content) {
    output.line(content.text().or(content::base64).orElse(""));
    return output.done(content);
  }
}
