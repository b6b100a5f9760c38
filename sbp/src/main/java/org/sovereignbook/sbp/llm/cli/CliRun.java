package org.sovereignbook.sbp.llm.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.llm.LlmRequest;

/**
 * One run of a coding CLI, in folders that did not exist before and are deleted afterwards.
 *
 * @param scratch the program's working directory: copies of the inputs in {@link
 *     LlmRequest.Mode#TOOLS}, empty in {@link LlmRequest.Mode#ANSWER}; outside any repository, no
 *     links, no hidden files
 * @param support a folder beside it for the program's own settings and, if it can be moved, its
 *     home; {@link CliCall#files} lie here
 * @param temporary what {@code TMPDIR} says
 * @param prompt the file with the prompt, which is also the program's standard input; outside
 *     {@code scratch}
 * @param probe what the program printed for {@link CodingCli#probe}, standard output and error
 */
public record CliRun(
    LlmRequest request, Path scratch, Path support, Path temporary, Path prompt, String probe) {

  public boolean withTools() {
    return request.mode() == LlmRequest.Mode.TOOLS;
  }

  /** {@code llm.NAME.model}. */
  public Optional<String> model() {
    return Optional.of(request.settings().text(CliSettings.MODEL, ""))
        .filter(name -> !name.isEmpty());
  }

  /** The one file that may be written in {@link LlmRequest.Mode#TOOLS}. */
  public Path output() {
    return scratch.resolve(request.output().file());
  }
}
