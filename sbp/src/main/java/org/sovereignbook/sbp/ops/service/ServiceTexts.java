package org.sovereignbook.sbp.ops.service;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Ownership;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.node.Resources;

/**
 * The definitions of a node's services for every manager, from one set of templates.
 *
 * @param instance distinguishes this node's services from another's
 * @param name the node's display name
 * @param home the node directory
 * @param program the launcher
 * @param environment the variables that the services need beside their manager's
 */
public record ServiceTexts(
    String instance,
    String name,
    Path home,
    String program,
    SequencedMap<String, String> environment,
    Path logs) {
  private static final String FOLDER = "services/";
  private static final String LABEL = "org.sovereignbook.";
  private static final int MAX_INSTANCE_CHARACTERS = 40;

  public ServiceTexts {
    Stream.of(home, Path.of(program), logs).forEach(NodeHome::requirePlain);
  }

  /** Returns the name of services for a node in this folder. */
  public static String instanceOf(Path home) {
    String folder = home.getFileName() == null ? "" : home.getFileName().toString();
    String clean =
        folder.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
    String cut = clean.substring(0, Math.min(MAX_INSTANCE_CHARACTERS, clean.length()));
    return cut.isEmpty() ? "node" : cut;
  }

  /** Returns the variables that determine the programs that a service finds. */
  public static SequencedMap<String, String> passedOn(Map<String, String> environment) {
    SequencedMap<String, String> passed = new LinkedHashMap<>();
    for (String variable :
        new String[] {"PATH", "JAVA_HOME", "SBP_JAVA", Ownership.TRUST_VARIABLE}) {
      String value = environment.getOrDefault(variable, "");
      if (!value.isEmpty() && value.codePoints().noneMatch(Character::isISOControl)) {
        passed.put(variable, value);
      }
    }
    return passed;
  }

  /** Returns the systemd units by file name. */
  public SequencedMap<String, String> systemd() {
    SequencedMap<String, String> units = new LinkedHashMap<>();
    units.put(unit("serve.service"), fill("serve.service"));
    units.put(unit("tick.service"), fill("tick.service"));
    units.put(unit("tick.timer"), fill("tick.timer"));
    return units;
  }

  /** Returns a unit's name, such as {@code sbp-my-agent-serve.service}. */
  public String unit(String what) {
    return "sbp-" + instance + "-" + what;
  }

  /** Returns the launchd agents by file name. */
  public SequencedMap<String, String> launchd() {
    SequencedMap<String, String> agents = new LinkedHashMap<>();
    agents.put(label("serve") + ".plist", fill("serve.plist"));
    agents.put(label("tick") + ".plist", fill("tick.plist"));
    return agents;
  }

  /** Returns the label of an agent of launchd. */
  public String label(String what) {
    return LABEL + instance + "." + what;
  }

  /** Returns the lines of a crontab, with the marks around them. */
  public String crontab() {
    return fill("crontab");
  }

  /** Returns the tasks of Windows by file name. */
  public SequencedMap<String, String> windows() {
    SequencedMap<String, String> tasks = new LinkedHashMap<>();
    tasks.put(unit("serve.xml"), fill("serve.xml"));
    tasks.put(unit("tick.xml"), fill("tick.xml"));
    return tasks;
  }

  /** Returns a text that only definitions of this node contain. */
  public String mark(ServiceKind kind) {
    return switch (kind) {
      case SYSTEMD -> "--home " + Quoting.systemdWord(home.toString()) + "\n";
      case LAUNCHD -> "<string>" + Quoting.xml(home.toString()) + "</string>";
      case CRON -> "--home " + cron(home.toString()) + " >";
      case WINDOWS -> "--home \"" + Quoting.xml(home.toString()) + "\"\"";
    };
  }

  private String fill(String template) {
    Map<String, String> values = new TreeMap<>();
    values.put("instance", instance);
    values.put("instance_xml", Quoting.xml(instance));
    values.put("label_xml", Quoting.xml(LABEL + instance));
    values.put("name_systemd", Quoting.systemd(name));
    values.put("name_xml", Quoting.xml(name));
    values.put("home_systemd", Quoting.systemd(home.toString()));
    values.put("home_systemd_quoted", Quoting.systemdWord(home.toString()));
    values.put("home_xml", Quoting.xml(home.toString()));
    values.put("home_cron", cron(home.toString()));
    values.put("sbp_systemd", Quoting.systemdWord(program));
    values.put("sbp_xml", Quoting.xml(program));
    values.put("sbp_cron", cron(program));
    values.put("logs_xml", Quoting.xml(logs.toString()));
    values.put("environment_systemd", each("\n", ServiceTexts::systemdVariable));
    values.put("environment_plist", each("", ServiceTexts::plistVariable));
    values.put("environment_cron", each(" ", (name, value) -> name + "=" + cron(value)));
    return Resources.fill(FOLDER + template, values);
  }

  private String each(
      String separator, java.util.function.BiFunction<String, String, String> variable) {
    return environment.entrySet().stream()
        .map(entry -> variable.apply(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(separator));
  }

  /** Quotes a variable; systemd expands specifiers here, but no variables. */
  private static String systemdVariable(String name, String value) {
    String escaped = Quoting.systemd(value).replace("\\", "\\\\").replace("\"", "\\\"");
    return "Environment=\"" + name + "=" + escaped + "\"";
  }

  private static String plistVariable(String name, String value) {
    return "\n    <key>" + name + "</key><string>" + Quoting.xml(value) + "</string>";
  }

  /**
   * Quotes a word for a crontab, where a percent sign ends the line, quoted or not, unless a
   * backslash precedes it.
   */
  private static String cron(String word) {
    return Quoting.shell(word).replace("%", "\\%");
  }
}
