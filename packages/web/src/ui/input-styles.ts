/* Style sheets of what is typed into or ticked, in Mantine's order: fetched with the first such field. */
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import './inputs.css';
