package org.sovereignbook.sbp.frontend.command;

import java.util.List;

/**
 * The headings of the usage screen: what people want to do. The commands of every day have a line
 * each; the others of a group are named together.
 */
public enum CommandGroup {
  BEGIN("begin", "init up demo doctor config"),
  LOOK("look", "status web feed read search log cost"),
  TALK("talk", "chat post send reply follow peers"),
  /** Commands for agents that work together. */
  WORK("work", "task team agent mcp"),
  REMEMBER("remember", "memory group"),
  RULES("rules", "access hook"),
  KEEP("keep", "stop backup service plugin"),
  /** Commands called by ejected steps and by the tick. */
  STEPS("steps", ""),
  HELP("help", ""),
  HIDDEN("", "");

  private final String heading;
  private final String everyDay;

  CommandGroup(String heading, String everyDay) {
    this.heading = heading;
    this.everyDay = everyDay;
  }

  public String heading() {
    return heading;
  }

  public List<String> everyDay() {
    return everyDay.isEmpty() ? List.of() : List.of(everyDay.split(" ", -1));
  }
}
