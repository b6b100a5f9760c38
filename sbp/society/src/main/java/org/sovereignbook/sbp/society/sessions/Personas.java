package org.sovereignbook.sbp.society.sessions;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.step.Component;

/**
 * Personas of a node. The main one has the node's {@code ethos.md} as its soul; another is a folder
 * {@code personas/NAME} with {@code SOUL.md}, and perhaps {@code IDENTITY.md} and {@code agent.txt}
 * with the name of its agent. A persona's skills are the files {@code skills/*.md} in its folder.
 */
public record Personas(Node node) {
  /** The default persona, and the built-in agent that it runs as. */
  public static final String MAIN = "main";

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,39}");

  /** Most characters of all skills of a persona. */
  private static final int MAX_SKILLS_CHARACTERS = 65_536;

  /** Tools of the main agent beside the usual ones: it reads this node for its owner. */
  private static final Globs READING =
      Globs.of(
          "access_check",
          "ethos",
          "feed",
          "messages",
          "peers",
          "read",
          "search",
          "session_list",
          "session_show",
          "session_tree",
          "status");

  /** Registers the agents that every node has, those that it has never had. */
  public static void ensureAgents(Ledger ledger) {
    Agents.ensureOfTheNode(
        ledger,
        Stream.concat(Component.names(Component.Trait.AGENT).stream(), Stream.of(MAIN)).toList(),
        Map.of(MAIN, READING));
  }

  /**
   * Returns the persona of this name.
   *
   * @throws SocietyException with {@code unknown-persona}
   */
  public Persona require(String name) {
    return find(name)
        .orElseThrow(
            () ->
                SocietyException.notFound(
                    "unknown-persona",
                    "there is no persona " + PeerText.quote(name),
                    "write its text:  "
                        + folder(NAME.matcher(name).matches() ? name : "NAME")
                        + "/SOUL.md"));
  }

  /**
   * Returns the texts of a persona's folder {@code skills}, in the order of their names; those
   * beyond the most that a prompt holds are left out.
   */
  public String skills(String name) {
    Path folder = folder(name).resolve("skills");
    StringBuilder all = new StringBuilder();
    if (NAME.matcher(name).matches()) {
      for (Path file : node.disk().files(folder).stream().sorted().toList()) {
        String text =
            String.valueOf(file.getFileName()).endsWith(".md")
                ? node.readText(file).orElse("").strip()
                : "";
        if (!text.isEmpty() && all.length() + text.length() < MAX_SKILLS_CHARACTERS) {
          all.append(text).append("\n\n");
        }
      }
    }
    return all.toString().strip();
  }

  /** Returns the names of all personas. */
  List<String> names() {
    return Stream.concat(
            Stream.of(MAIN),
            node.disk().folders(folder("")).stream()
                .map(folder -> String.valueOf(folder.getFileName())))
        .filter(this::has)
        .distinct()
        .toList();
  }

  boolean has(String name) {
    return find(name).isPresent();
  }

  /** Returns the persona for a worker: the one of its name, or else the main one. */
  Persona of(Agent worker) {
    Persona named = find(worker.name()).orElseGet(() -> find(MAIN).orElseThrow());
    return new Persona(named.name(), worker.name(), named.soul());
  }

  private Optional<Persona> find(String name) {
    if (name.equals(MAIN)) {
      return Optional.of(
          new Persona(MAIN, MAIN, node.readText(node.home().ethos()).orElse("").strip()));
    }
    if (!NAME.matcher(name).matches()) {
      return Optional.empty();
    }
    Path folder = folder(name);
    Optional<String> soul = node.readText(folder.resolve("SOUL.md"));
    return soul.map(
        text ->
            new Persona(
                name,
                node.readText(folder.resolve("agent.txt"))
                    .map(String::strip)
                    .filter(Agent::isName)
                    .orElse(MAIN),
                Stream.of(Optional.of(text), node.readText(folder.resolve("IDENTITY.md")))
                    .flatMap(Optional::stream)
                    .map(String::strip)
                    .collect(Collectors.joining("\n\n"))));
  }

  private Path folder(String name) {
    return node.home().runtime().resolve("personas").resolve(name);
  }
}
