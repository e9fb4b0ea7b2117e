/* Style sheets of what is typed into or ticked, in Mantine's order: fetched with the first such field. */
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
/* The arrows of select fields: without it they are as large as the icon file says. */
import '@mantine/core/styles/Combobox.css';
import './inputs.css';
