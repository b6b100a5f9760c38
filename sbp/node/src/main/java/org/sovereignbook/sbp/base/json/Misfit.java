package org.sovereignbook.sbp.base.json;

import java.util.ArrayList;
import java.util.List;

/** Failure because a JSON object is not of the required shape, with the place and the fault. */
public final class Misfit extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_QUOTED_CHARACTERS = 500;

  /** Names of members and, as Integer, places in arrays, from the outside in. */
  private final ArrayList<Object> place;

  private final String problem;

  private Misfit(List<Object> place, String problem) {
    super(in("the object", place) + " " + problem);
    this.place = new ArrayList<>(place);
    this.problem = problem;
  }

  /**
   * Creates a misfit of the whole: {@code problem} is the text after its name, such as {@code has
   * no title}.
   */
  static Misfit of(String problem) {
    return new Misfit(List.of(), problem);
  }

  static Misfit missing(String member) {
    return of("has no " + member);
  }

  static Misfit unknown(String member) {
    return of("has a member " + quote(member) + " that nobody asked for");
  }

  static Misfit otherType(String member, String expected) {
    return of("has a " + member + " that is not " + expected);
  }

  static Misfit text(String member, String text, String why) {
    return of("has the " + member + " " + quote(text) + why);
  }

  /** Returns this misfit seen from the object or array around it. */
  Misfit within(Object memberOrIndex) {
    List<Object> longer = new ArrayList<>(place.size() + 1);
    longer.add(memberOrIndex);
    longer.addAll(place);
    return new Misfit(longer, problem);
  }

  /**
   * Returns the sentence about a named object: with {@code the answer}, such as {@code element 3 of
   * the answer's decisions has no inbox_id}. Safe to print.
   */
  public String in(String whole) {
    return in(whole, place) + " " + problem;
  }

  private static String in(String whole, List<Object> place) {
    String here = whole;
    for (Object step : place) {
      here =
          step instanceof Integer index
              ? "element " + (index + 1) + " of " + here
              : here + "'s " + step;
    }
    return here;
  }

  private static String quote(String text) {
    return JsonWriter.pretty(new JsonString(Cut.after(text, MAX_QUOTED_CHARACTERS)));
  }
}
