package org.sovereignbook.sbp.plugins.team;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Disk;

/**
 * The skills of a member: Markdown files beside {@code team.yaml}, read again for every task, so
 * that a change needs no restart (AGENT-STACK §9, §13). First its own skills in their order, then
 * {@code skills/agent_overrides/ID.md}, without front matter. They are the operator's texts:
 * instructions, not data.
 *
 * @param tried what is made of the text of the override before it is shown
 */
public record Skills(Disk disk, Path folder, UnaryOperator<String> tried) {
  static final int MAX_FILE_BYTES = 256 * 1024;

  private static final Pattern FRONT_MATTER =
      Pattern.compile("\\A---\\R.*?\\R---\\R", Pattern.DOTALL);

  /** Returns the skills beside this team's file. */
  public static Skills of(Disk disk, Team team) {
    return new Skills(disk, team.folder().resolve("skills"), UnaryOperator.identity());
  }

  /** Returns the same skills with a change of the override, which is not written. */
  public Skills trying(UnaryOperator<String> change) {
    return new Skills(disk, folder, change);
  }

  /**
   * Returns the member's skills as one text.
   *
   * @throws ConfigException when a file is too large or outside the folder
   */
  public String of(TeamMember member) {
    List<String> texts = new ArrayList<>();
    for (String skill : member.skills()) {
      Path file = folder.resolve(skill + ".md");
      text(file).ifPresent(texts::add);
    }
    String override = tried.apply(text(override(member.id())).orElse("")).strip();
    if (!override.isEmpty()) {
      texts.add(override);
    }
    return String.join("\n\n", texts);
  }

  /** Returns the names of the skills there are, in their order. */
  public List<String> names() {
    return disk.files(folder).stream()
        .map(path -> path.getFileName().toString())
        .filter(name -> name.endsWith(".md"))
        .map(name -> name.substring(0, name.length() - 3))
        .sorted()
        .toList();
  }

  private Path override(String member) {
    return folder.resolve("agent_overrides").resolve(member + ".md");
  }

  /** Changes the text of a member's override, which may be empty. Writes it if it is another. */
  public void rewrite(String member, UnaryOperator<String> change) {
    Path file = override(member);
    String text =
        disk.read(file).map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("");
    String next = change.apply(text);
    if (!next.equals(text)) {
      disk.write(file, next.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Returns a remark on each missing file. A team that names no skills needs no {@code _base}. */
  List<String> missing(TeamMember member) {
    return member.skills().stream()
        .filter(skill -> !skill.equals("_base"))
        .map(skill -> folder.resolve(skill + ".md"))
        .filter(file -> !disk.exists(file))
        .map(file -> file + " is missing: " + member.id() + " works without this skill")
        .toList();
  }

  private Optional<String> text(Path file) {
    if (!file.normalize().startsWith(folder.normalize())) {
      throw new ConfigException(file + " is no file of " + folder);
    }
    return disk.read(file).map(bytes -> text(file, bytes));
  }

  private static String text(Path file, byte[] bytes) {
    if (bytes.length > MAX_FILE_BYTES) {
      throw new ConfigException(file + " is larger than " + MAX_FILE_BYTES + " bytes");
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    return FRONT_MATTER.matcher(text).replaceFirst("").strip();
  }
}
