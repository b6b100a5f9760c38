package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.sovereignbook.sbp.node.OperatingSystem;

/**
 * The processes above this one. Every process started by an agent counts as that agent. It may have
 * removed its token from the environment: coding CLIs remove all variables that look like secrets,
 * which must not turn their shells into the owner. Linux shows the environment of processes; the
 * walk ends at the topmost process, and an unreadable process on the way may be an agent.
 *
 * @param root the root of the file system
 * @param pid the number of this process in the system
 */
public record Ancestors(Path root, long pid) {
  private static final String TOKEN = "\0" + SocietyCommand.TOKEN_VARIABLE + "=";

  /** The PID namespace of the machine itself, and the map of all its users: constants of Linux. */
  private static final String MACHINES_PROCESSES = "pid:[4026531836]";

  private static final String ALL_USERS = "0 0 4294967295";

  /** The first process of the machine, or of a container. */
  private static final String TOP = "1";

  /** Files by which programs that run containers mark them. */
  private static final List<String> CONTAINER =
      List.of(
          ".dockerenv", "run/.containerenv", "run/systemd/container", "run/secrets/kubernetes.io");

  /**
   * The result of the search.
   *
   * @param environment with the token of the nearest process above that has one, if this process
   *     has none itself
   * @param hidden why an agent may be above this process although no token was found
   */
  public record Found(Map<String, String> environment, Optional<String> hidden) {}

  /** Searches the processes above this process. */
  public static Found ofThisProcess(Map<String, String> environment) {
    return OperatingSystem.name().equals("Linux")
        ? new Ancestors(Path.of("/"), ProcessHandle.current().pid()).above(environment)
        : new Found(environment, Optional.empty());
  }

  /** Searches for a token: in this environment, then in those of the processes above. */
  public Found above(Map<String, String> environment) {
    if (!environment.getOrDefault(SocietyCommand.TOKEN_VARIABLE, "").isBlank()) {
      return new Found(environment, Optional.empty());
    }
    Optional<String> hidden = foreignProcesses();
    Set<String> seen = new HashSet<>();
    String process = "self";
    while (true) {
      String child = process;
      process = parent(child).filter(seen::add).orElse("");
      if (process.isEmpty()) {
        return new Found(
            environment, hidden.or(() -> Optional.of("process " + child + " cannot be read")));
      }
      if (process.equals("0")) {
        return new Found(environment, hidden);
      }
      Optional<String> variables = read(process, "environ");
      Optional<String> token = variables.flatMap(Ancestors::token);
      if (token.isPresent()) {
        Map<String, String> all = new TreeMap<>(environment);
        all.put(SocietyCommand.TOKEN_VARIABLE, token.get());
        return new Found(all, Optional.empty());
      }
      if (hidden.isEmpty() && variables.isEmpty() && !isOfTheSystem(process)) {
        hidden = Optional.of("process " + process + " above it cannot be read");
      }
    }
  }

  /** Returns why the visible processes are not all processes of the machine. */
  private Optional<String> foreignProcesses() {
    String own = read("self", "stat").orElse("");
    if (!own.startsWith(pid + " ")) {
      return Optional.of("/proc does not show this process");
    }
    Optional<String> namespace = link("self", "ns/pid");
    if (namespace.isEmpty()) {
      return Optional.of("the PID namespace of this process cannot be read");
    }
    boolean isMachine = namespace.get().equals(MACHINES_PROCESSES);
    return isMachine || isContainer()
        ? Optional.empty()
        : Optional.of("it runs in a PID namespace of its own");
  }

  /**
   * Returns whether this is a container. A namespace made by an ordinary user does not map all
   * users.
   */
  private boolean isContainer() {
    String users = read("self", "uid_map").orElse("").strip().replaceAll(" +", " ");
    return users.equals(ALL_USERS)
        && CONTAINER.stream().anyMatch(marker -> Files.exists(root.resolve(marker)));
  }

  /**
   * Returns whether the process ends the search: the topmost one, or for an ordinary user any
   * process of root, because root need not hide.
   */
  private boolean isOfTheSystem(String process) {
    String ownUsers = users("self");
    return process.equals(TOP)
        || (users(process).matches("0\\s+0\\s+0\\s+0") && !ownUsers.matches("0\\s.*"));
  }

  private String users(String process) {
    return read(process, "status")
        .flatMap(status -> status.lines().filter(line -> line.startsWith("Uid:")).findFirst())
        .map(line -> line.substring("Uid:".length()).strip())
        .orElse("");
  }

  private static Optional<String> token(String environment) {
    String all = "\0" + environment;
    int at = all.indexOf(TOKEN) + TOKEN.length();
    return at < TOKEN.length()
        ? Optional.empty()
        : Optional.of(all.substring(at, (all + "\0").indexOf('\0', at)))
            .filter(token -> !token.isBlank());
  }

  /**
   * Returns the second field after the program's name, which is in brackets and may contain any
   * character.
   */
  private Optional<String> parent(String process) {
    String stat = read(process, "stat").orElse("");
    String[] words = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", 3);
    return words.length < 2 ? Optional.empty() : Optional.of(words[1]);
  }

  private Optional<String> read(String process, String file) {
    try {
      return Optional.of(Files.readString(at(process, file), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Optional<String> link(String process, String file) {
    try {
      return Optional.of(Files.readSymbolicLink(at(process, file)).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Path at(String process, String file) {
    return root.resolve("proc").resolve(process).resolve(file);
  }
}
