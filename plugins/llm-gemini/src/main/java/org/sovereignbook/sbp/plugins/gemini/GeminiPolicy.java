package org.sovereignbook.sbp.plugins.gemini;

import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.cli.CodingCli;

/** The policy file of a run: which tools the model may call, and with which arguments. */
final class GeminiPolicy {
  /** Policy that allows no tool at all. */
  static final String NOTHING =
      """
      [[rule]]
      toolName = "*"
      decision = "deny"
      priority = 1
      """;

  private static final Pattern SPECIAL = Pattern.compile("[\\\\.\\[\\]{}()*+?^$|/-]");

  private GeminiPolicy() {}

  /**
   * Returns a policy that allows reading the working directory, and writing the one output. The
   * arguments come as JSON whose members are between NUL characters, so a text that merely contains
   * the path does not match.
   *
   * @throws LlmException when the path cannot be written into a policy
   */
  static String forTools(CodingCli.Run run) throws LlmException {
    return NOTHING
        + """

        [[rule]]
        toolName = ["read_file", "list_directory", "glob", "grep_search"]
        decision = "allow"
        priority = 100

        [[rule]]
        toolName = "write_file"
        decision = "allow"
        priority = 200
        argsPattern = '\\x00"file_path":"(%s/|\\./)?%s"\\x00'
        """
            .formatted(pattern(run.scratch().toString()), pattern(run.request().output().file()));
  }

  /** Returns a policy that allows the tools of one server, and no others. */
  static String forServer(String name) {
    return NOTHING
        + """

        [[rule]]
        toolName = "*"
        mcpName = "%s"
        decision = "allow"
        priority = 100
        """
            .formatted(name);
  }

  /** Returns a path as in JSON, as a regular expression, in a literal string of TOML. */
  private static String pattern(String path) throws LlmException {
    if (path.contains("'") || path.chars().anyMatch(Character::isISOControl)) {
      throw LlmException.setup(
          "the path " + path + " cannot stand in a policy of Gemini CLI; set llm.scratch_folder");
    }
    String json = JsonWriter.compact(new JsonString(path));
    String inside = json.substring(1, json.length() - 1);
    return SPECIAL.matcher(inside).replaceAll("\\\\$0");
  }
}
