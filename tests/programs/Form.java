/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

import java.awt.FlowLayout;
import javax.swing.*;

/* What people fill in, in Swing. */
public class Form
{
  public static void
  main (String[] arguments)
  {
    JFrame    frame = new JFrame ("Form");
    JMenuBar  bar = new JMenuBar ();
    JMenu     menu = new JMenu ("File");

    menu.add (new JMenuItem ("New"));
    menu.add (new JMenuItem ("Quit"));
    bar.add (menu);
    frame.setJMenuBar (bar);
    frame.setLayout (new FlowLayout (FlowLayout.LEFT));
    frame.add (new JLabel ("Name"));
    frame.add (new JTextField (20));
    frame.add (new JCheckBox ("Newsletter", true));
    frame.add (new JRadioButton ("Post", true));
    frame.add (new JRadioButton ("Courier"));
    frame.add (new JComboBox<> (new String[] { "France", "Germany", "Spain" }));
    frame.add (new JSlider (0, 100, 30));
    frame.add (new JButton ("Send"));
    frame.setDefaultCloseOperation (JFrame.EXIT_ON_CLOSE);
    frame.setSize (480, 320);
    frame.setVisible (true);
  }
}
